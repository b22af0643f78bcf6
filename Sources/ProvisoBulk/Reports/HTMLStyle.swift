/// The styles of the page of `HTMLReport`, for light and dark mode, print and small screens.
enum HTMLStyle {
    static let text = """
        :root { --paper: #fbfbfa; --card: #fff; --ink: #1c1e21; --soft: #5d6570; --line: #dfe2e6;
          --error: #b3261e; --warning: #8a5a00; --info: #3d6fb4; --valid: #1d7a46; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #15171a; --card: #1d2024; --ink: #e8eaed; --soft: #a0a8b3; --line: #343a41;
            --error: #ff8a80; --warning: #f0b95a; --info: #7aa7e8; --valid: #6bcf95; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
        h1 { font-size: 1.6rem; margin: 0; }
        h2, h3 { font-size: 1rem; margin: 0 0 .75rem; }
        header p { color: var(--soft); margin: .25rem 0 1.5rem; }
        header .subject { color: var(--ink); margin-block-end: 0; overflow-wrap: anywhere; }
        footer { color: var(--soft); font-size: .85em; }
        section, .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
        section { padding: 1rem 1.25rem; margin: 0 0 1rem; min-width: 0; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
        .tiles div { padding: .75rem 1.25rem; }
        dt { color: var(--soft); }
        dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
        .error dd { color: var(--error); } .warning dd { color: var(--warning); }
        .info dd { color: var(--info); } .valid dd { color: var(--valid); }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1rem; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: start; font-weight: 500; }
        .number, dd { font-variant-numeric: tabular-nums; }
        .number { text-align: end; white-space: nowrap; }
        .bars th { padding: .15rem .75rem .15rem 0; overflow-wrap: break-word; width: 45%; }
        .bars .number { padding-inline-start: .75rem; }
        .bars td { padding-block: .15rem; } .bar { width: 50%; }
        .bar div { height: .8rem; min-width: 2px; border-radius: 2px; }
        .bars.error .bar div { background: var(--error); } .bars.warning .bar div { background: var(--warning); }
        .bars.info .bar div { background: var(--info); }
        svg { display: block; width: 100%; height: 8.5rem; } svg line { stroke: var(--line); }
        svg.error rect { fill: var(--error); } svg.warning rect { fill: var(--warning); } svg.info rect { fill: var(--info); }
        .caption { display: flex; justify-content: space-between; color: var(--soft); font-size: .85em; margin: .25rem 0; }
        .scroll { overflow-x: auto; }
        thead th { color: var(--soft); border-bottom: 1px solid var(--line); padding: .3rem .75rem .3rem 0; }
        .findings td, .findings .kind th { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; vertical-align: top; }
        .findings .kind th { padding-block-start: 1rem; } .more td { color: var(--soft); }
        .findings td.number { padding-inline-end: 1.25rem; }
        code, .code, .path { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: break-word; }
        td .path { display: block; } .path { color: var(--soft); }
        .badge.error { color: var(--error); } .badge.warning { color: var(--warning); } .badge.info { color: var(--info); }
        @media (max-width: 40rem) {
          .findings thead { position: absolute; clip-path: inset(50%); }
          .findings tr, .findings td { display: block; border: 0; padding: .1rem 0; text-align: start; }
          .findings tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
          .findings td[data-name]::before { content: attr(data-name) ": "; color: var(--soft); }
          main { padding-inline: .75rem; } }
        @media print { body { background: none; } section { break-inside: avoid-page; } }
        """
}
