/** Layout of the report file; the look of the pieces is in `uiCss`. */
export const reportCss = `*{box-sizing:border-box}
html{background:var(--bl-n0)}
body{margin:0;background:var(--bl-n0);color:var(--bl-n10);font:400 var(--bl-size-14)/1.5 var(--bl-font-text)}
.page{max-width:1280px;margin:0 auto;padding:24px 32px 48px}
.page>header{display:flex;justify-content:space-between;align-items:center;gap:16px;color:var(--bl-n8);font-size:var(--bl-size-13);padding-bottom:12px;border-bottom:1px solid var(--bl-n3)}
h1{font-size:var(--bl-size-28);line-height:1.2;font-weight:600;margin:24px 0 4px;overflow-wrap:anywhere}
h2{font-size:var(--bl-size-20);font-weight:600;margin:40px 0 12px}
h3{font-size:var(--bl-size-14);font-weight:600;margin:24px 0 8px}
p{margin:4px 0;max-width:75ch}
.subtitle{color:var(--bl-n8);overflow-wrap:anywhere}
.verdict{display:flex;flex-wrap:wrap;gap:16px 40px;align-items:center;margin:20px 0 8px;padding:16px 20px;border:1px solid var(--bl-n4);border-radius:var(--bl-radius);box-shadow:var(--bl-shadow);background:var(--bl-n0)}
.verdict .bl-score{min-width:220px}
.verdict>div{flex:1 1 380px;min-width:0}
.verdict strong{font-size:var(--bl-size-16);font-weight:600}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:32px 48px;align-items:start}
.columns>*{min-width:0}
.plain{margin:0;padding-left:20px;max-width:85ch}
.plain li{margin:2px 0;overflow-wrap:anywhere}
.alarm{margin:16px 0;padding:12px 16px;max-width:none;border:2px solid var(--bl-attention);border-radius:var(--bl-radius);font-weight:600;overflow-wrap:anywhere}
.attention{border-left:3px solid var(--bl-attention);padding-left:12px;margin:12px 0}
.attention h3{margin:0 0 4px}
dl.facts>div{display:contents}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 24px;margin:0}
dl.facts dt{color:var(--bl-n7)}
dl.facts dd{margin:0;overflow-wrap:anywhere}
code,.mono{font-family:var(--bl-font-mono);font-size:.93em;overflow-wrap:anywhere}
details.trial{border:1px solid var(--bl-n3);border-radius:var(--bl-radius);margin:6px 0}
details.trial[open]{border-color:var(--bl-n5)}
details.trial>summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:2px 16px;padding:8px 12px;list-style-position:inside}
details.trial>summary .task{font-family:var(--bl-font-mono);font-size:var(--bl-size-13);overflow-wrap:anywhere}
details.trial>summary .reason{flex-basis:100%;color:var(--bl-n8);font-size:var(--bl-size-13);overflow-wrap:anywhere}
details.trial .inside{padding:0 12px 12px}
summary:focus-visible,pre:focus-visible,a:focus-visible{outline:2px solid var(--bl-accent);outline-offset:2px}
.block{display:grid;grid-template-columns:88px minmax(0,1fr);gap:12px;padding:6px 0;border-top:1px solid var(--bl-n3)}
.block>span{color:var(--bl-n7);font-size:var(--bl-size-12);padding-top:2px}
.block pre{margin:0;font-family:var(--bl-font-mono);font-size:var(--bl-size-12);line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;font-variant-ligatures:none}
.block-thinking pre,.block-system pre{color:var(--bl-n8)}
.block-assistant{background:var(--bl-n1)}
details.trial>summary::before{content:'▸';color:var(--bl-n7);transition:transform var(--bl-motion)}
details.trial[open]>summary::before{transform:rotate(90deg)}
.bl-table-frame,.bl-figure{margin-top:24px}
.columns>*{margin-top:0}
.numbers+.columns{margin-top:24px}
.numbers .bl-table{width:auto;min-width:min(100%,720px)}
.numbers .bl-table th,.numbers .bl-table td{padding-right:24px}
.trial-table .bl-table td:last-child{overflow-wrap:anywhere;min-width:24ch}
.suite-group{margin:16px 0 4px}
footer{margin-top:48px;padding-top:12px;border-top:1px solid var(--bl-n3);color:var(--bl-n7);font-size:var(--bl-size-12)}
@media screen and (max-width:600px){.page{padding:16px}h1{font-size:var(--bl-size-20)}.block{grid-template-columns:1fr;gap:2px}dl.facts{grid-template-columns:1fr}dl.facts dd{margin-bottom:8px}}
@media print{.page{max-width:none;padding:0}h2,figcaption{break-after:avoid}figure,details.trial>summary,.verdict{break-inside:avoid}.columns{grid-template-columns:1fr}body{font-size:10pt}}
`;
