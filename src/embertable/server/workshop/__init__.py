"""The workshop: packs made in the browser, with forms, checks, differences and a question to the lab."""
