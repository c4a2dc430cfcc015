def report_of(plan, rows, lang):
    return "<html></html>"
