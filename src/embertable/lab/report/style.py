"""The style sheet of a report: dark, or light where the reader prefers it or prints."""

STYLE = """
:root { color-scheme: dark light; --ground: #14110f; --panel: #1b1714; --edge: #463b33; --text: #f2e8d8;
  --ash: #b9aea3; --ember: #ff8a3d; --second: #7fc4b8; --faint: #2e2722; }
@media (prefers-color-scheme: light) { :root { --ground: #fbf7f0; --panel: #fff; --edge: #d9cbb8; --text: #2a211a;
  --ash: #6f6257; --ember: #b64a06; --second: #1f6f66; --faint: #efe6d8; } }
@media print { :root { --ground: #fff; --panel: #fff; --edge: #ccc; --text: #000; --ash: #555; --ember: #b64a06;
  --second: #1f6f66; --faint: #eee; } details > *:not(summary) { display: block; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 "Source Sans 3", "Source Sans Pro",
  "Segoe UI", "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
h1, h2, h3 { font-family: Fraunces, Georgia, "Liberation Serif", "Times New Roman", serif; font-weight: 600;
  line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(2rem, 1.3rem + 3vw, 3rem); margin: 0 0 .25rem; }
h1::after { content: ""; display: block; width: 5rem; height: 3px; margin-top: 1rem; border-radius: 2px;
  background: linear-gradient(90deg, var(--ember), transparent); }
h2 { font-size: 1.5rem; margin: 3.25rem 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 1.75rem 0 .25rem; color: var(--ash); font-weight: 500; }
p { margin: .5rem 0; max-width: 42rem; }
.small, footer { color: var(--ash); font-size: .875rem; }
.answers h2 { font-size: 1.25rem; margin: 1.75rem 0 .25rem; color: var(--ember); }
.answers p { max-width: 44rem; margin: .25rem 0; }
.answers { margin-top: 2rem; padding: .25rem 1.25rem 1.25rem; background: var(--panel); border: 1px solid var(--edge);
  border-radius: .625rem; }
figure { margin: 1.25rem 0 .5rem; padding: 1.25rem; background: var(--panel); border: 1px solid var(--edge);
  border-radius: .625rem; }
svg { display: block; width: 100%; height: auto; font-size: 14px; }
svg.slim { display: none; }
@media (max-width: 40rem) { svg.broad { display: none; } svg.slim { display: block; } figure { padding: .75rem; } }
svg text { fill: var(--text); }
svg .label { text-anchor: end; }
svg .tick, svg .unit { fill: var(--ash); font-size: 12px; text-anchor: middle; }
svg .label.tick, svg .unit { text-anchor: end; }
svg .note { fill: var(--ash); font-size: 13px; }
svg .inside { fill: #14110f; font-size: 12px; text-anchor: middle; }
svg .grid { stroke: var(--faint); }
svg .zero { stroke: var(--ash); stroke-dasharray: 3 4; }
svg .whisker { stroke: var(--ember); stroke-width: 3; stroke-linecap: round; opacity: .55; }
svg circle { fill: var(--ember); }
svg .quiet circle, svg .quiet .whisker { stroke: var(--ash); fill: var(--ash); opacity: .6; }
svg .bar { fill: var(--second); }
svg polyline { fill: none; stroke-width: 3; stroke-linejoin: round; }
svg .line0 { stroke: var(--ember); } svg .line1 { stroke: var(--second); }
svg .series0 { fill: var(--ember); } svg .series1 { fill: var(--second); }
svg .part0 { fill: #ff8a3d; } svg .part1 { fill: #7fc4b8; } svg .part2 { fill: #c9a0dc; } svg .part3 { fill: #e3c567; }
svg .part4 { fill: #e58fa0; } svg .part5 { fill: #93b5e1; } svg .part6 { fill: #b6c98a; } svg .part7 { fill: #b9aea3; }
details { margin: .25rem 0 1rem; }
summary { cursor: pointer; color: var(--ash); font-size: .875rem; padding: .5rem 0; }
summary:focus-visible { outline: 2px solid var(--ember); outline-offset: 2px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; min-width: 24rem; }
th, td { padding: .35rem .9rem .35rem 0; text-align: right; border-bottom: 1px solid var(--faint); }
th { color: var(--ash); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
footer { margin-top: 4rem; border-top: 1px solid var(--edge); padding-top: 1rem; overflow-wrap: anywhere; }
"""
