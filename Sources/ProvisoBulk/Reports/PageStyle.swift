/// The look of all pages for people: the report, what rules require, and the live page of the server.
package enum PageStyle {
    /// The stylesheet, for light and dark, paper and small screens; a page may add what only it has.
    package static let text = """
        :root { --paper: #f7f7f5; --card: #fff; --tint: #f1f2f4; --ink: #1c1e21; --soft: #565e69; --line: #dcdfe4;
          --edge: #8a929d; --error: #b3261e; --warning: #855600; --info: #2f62a8; --valid: #1a6b3c; --link: #0b57d0; }
        @media screen and (prefers-color-scheme: dark) {
          :root { --paper: #131518; --card: #1b1e22; --tint: #24282e; --ink: #e8eaed; --soft: #a5adb8; --line: #343a41;
            --edge: #78818d; --error: #ff8a80; --warning: #f0b95a; --info: #8ab4f0; --valid: #74d39c; --link: #8ab4f8; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        :lang(ar), :lang(fa), :lang(ur), :lang(hi), :lang(th), :lang(my), :lang(km) { line-height: 1.7; }
        main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.5rem 3rem; }
        h1 { font-size: 1.75rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.2rem; line-height: 1.35; margin: 2.25rem 0 .75rem; overflow-wrap: anywhere; }
        h3 { font-size: .95rem; font-weight: 600; margin: 0 0 .75rem; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem;
          margin: 0 0 1rem; min-width: 0; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        p { margin: .25rem 0; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: start; font-weight: 600; }
        thead th { color: var(--soft); font-size: .85rem; font-weight: 500; border-block-end: 1px solid var(--edge); }
        code, .code, .path { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .86em; overflow-wrap: anywhere; }
        code, .path, .hint, .limits, .soft { color: var(--soft); font-weight: 400; }
        .number, dd { font-variant-numeric: tabular-nums; }
        .number { text-align: end; white-space: nowrap; }
        .error { color: var(--error); } .warning { color: var(--warning); } .info { color: var(--info); }
        .valid { color: var(--valid); }
        .badge { display: inline-block; border: 1px solid currentColor; border-radius: 1em; padding: 0 .65em; font-size: .85em;
          font-weight: 600; white-space: nowrap; }
        footer { color: var(--soft); font-size: .85rem; padding-block-start: 1rem; overflow-wrap: anywhere; }
        /* As bidi says, and not as HTML: a Latin label in isolates does not turn an Arabic sentence. */
        [dir=auto], .fields li > bdi { unicode-bidi: plaintext; }

        header [dir=ltr] { text-align: -webkit-match-parent; text-align: match-parent; } .subject { overflow-wrap: anywhere; } .verdict { font-size: 1.05rem; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0 1rem; }
        .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1.1rem; }
        .tiles div { border-block-start: 3px solid currentColor; }
        dt { color: var(--soft); font-size: .9rem; } dd { margin: 0; font-size: 1.75rem; line-height: 1.3; font-weight: 650; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1rem; }
        .bars { table-layout: fixed; } .bars th { width: 42%; font-weight: 400; padding-inline-end: .75rem; overflow-wrap: anywhere; }
        .bars td, .bars th { padding-block: .15rem; vertical-align: middle; } .bars .number { width: 5.5rem; color: var(--ink); }
        .bar div { height: .75rem; min-width: 3px; border-radius: 2px; background: currentColor; }
        svg { display: block; width: 100%; height: 8.5rem; } [dir=rtl] svg { transform: scaleX(-1); }
        svg rect { fill: currentColor; } svg line { stroke: var(--line); vector-effect: non-scaling-stroke; }
        .axis, .legend { display: flex; justify-content: space-between; gap: 1rem; color: var(--soft); font-size: .85rem; }
        .swatch { display: inline-block; width: .6em; height: .85em; border-radius: 1px; margin-inline-end: .4em;
          background: currentColor; vertical-align: -.05em; }
        .notes { color: var(--soft); font-size: .9rem; } .notes li { overflow-wrap: anywhere; margin-block: .2rem; }
        .notes ul { margin: 0; padding-inline-start: 1.1rem; }

        .findings { table-layout: fixed; }
        .findings th, .findings td { padding: .45rem .75rem; vertical-align: top; overflow-wrap: anywhere; }
        .findings td { border-block-end: 1px solid var(--line); }
        .findings .place { width: 9%; } .findings .record { width: 9%; } .findings .attribute, .findings .value { width: 23%; }
        .findings td.record { padding-inline-end: 1.5rem; } .findings thead .record { padding-inline-end: 1.5rem; text-align: end; }
        .findings .kind th { background: var(--tint); padding: .6rem .75rem; border-block-start: 1.25rem solid var(--card);
          scroll-margin-block-start: 1rem; }
        .findings thead + tbody .kind th { border-block-start-width: .5rem; }
        .kind .path { font-size: .8em; } .more td { color: var(--soft); border: 0; }
        .findings summary { cursor: pointer; } .value summary { word-break: break-all; } td.record .path { display: block; }
        td.attribute .path { display: inline-block; max-width: 100%; margin-inline-start: .5em; }

        .contents { margin: 1.25rem 0; } .contents ul { columns: 18rem; margin: 0; padding-inline-start: 1.1rem; }
        .contents li { overflow-wrap: anywhere; }
        .fields { table-layout: fixed; } .fields .need { width: 18%; } .fields .name { width: 32%; }
        .fields th, .fields td { vertical-align: top; padding: .55rem .75rem; overflow-wrap: anywhere; }
        .fields tbody tr:not(:last-child) > * { border-block-end: 1px solid var(--line); }
        .fields thead th::first-letter, .fields .need::first-letter { text-transform: uppercase; }
        .fields th code, .limits, .fields li > bdi { display: block; text-align: -webkit-match-parent; text-align: match-parent; } .hint { margin: .15rem 0 0; }
        .fields + p { margin: .75rem .75rem 0; }
        .fields ul { margin: 0; padding: 0; list-style: none; } .fields li + li { margin-block-start: .35rem; }

        @media (max-width: 44rem) {
          main { padding: 1.25rem .9rem 2rem; } section { padding: .9rem; } .findings th, .fields th { padding-inline: 0; } .fields + p { margin-inline: 0; } h1 { font-size: 1.4rem; }
          .tiles { grid-template-columns: 1fr 1fr; } dd { font-size: 1.4rem; }
          .findings thead, .fields thead { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; }
          .findings, .findings tbody, .findings .kind, .findings .kind th { display: block; width: auto; }
          .findings tr:not(.kind) { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .6rem 0; border-block-end: 1px solid var(--line); }
          .findings tr:not(.kind) td { border: 0; padding: 0; width: auto; text-align: start; }
          .findings td[data-name] { font-size: .9rem; color: var(--soft); }
          .findings td.message { order: -1; flex: 0 0 100%; font-size: 1rem; color: var(--ink); }
          .findings td.attribute, .findings td.value { flex: 0 0 100%; }
          .findings td.place::before, .findings td.record::before { content: attr(data-name) " "; font-family: system-ui, sans-serif; }
          .fields, .fields tbody, .fields tr, .fields tr > * { display: block; }
          .fields tr > .name, .fields tr > .need { width: auto; }
          .fields tbody tr { padding: .6rem 0; } .fields tbody tr > * { padding: .1rem 0; }
          .fields tbody tr:not(:last-child) > * { border: 0; } .fields tbody tr:not(:last-child) { border-block-end: 1px solid var(--line); } }
        @media print {
          :root { color-scheme: light; } body { background: none; font-size: 10pt; } main { max-width: none; padding: 0; }
          section, .tiles div { border-radius: 0; } section, .tiles { break-inside: auto; } tr, .charts section, h2 { break-inside: avoid; }
          h2, .kind { break-after: avoid; } thead { display: table-header-group; }
          .bar div, svg, .swatch { print-color-adjust: exact; } a { color: var(--ink); text-decoration: none; } }
        """
}
