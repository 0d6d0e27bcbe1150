/**
 * The page's style. The colors are Okabe and Ito's, which color-blind people can tell apart, with enough
 * contrast. `hollow` bars differ in shape as well.
 */
export const style = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1b1f24;--quiet:#57606a;--line:#d5d9de;
--main:#0072b2;--alert:#c2410c;--hollow:#dcecf7;--edge:#0072b2;--warning:#b42318;--link:#0b5c92}
@media screen and (prefers-color-scheme:dark){:root{--page:#101317;--card:#191d23;--ink:#e8eaed;--quiet:#a3abb5;
--line:#343a43;--main:#4aa8e0;--alert:#f0883e;--hollow:#1d3a50;--edge:#4aa8e0;--warning:#ff9080;--link:#7cc0ee}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header,main,footer{max-width:1240px;margin:0 auto;padding:0 24px}
header{padding-top:28px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px}
h2{font-size:17px;line-height:1.3;margin:0}
p{margin:0}
a{color:var(--link)}
.quiet,.says,.none,footer{color:var(--quiet)}
.says{font-size:13px;margin-bottom:10px}
.notes{margin:16px 0 0;padding:0;list-style:none;color:var(--quiet);font-size:14px}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin:20px 0 0}
dl div,.card{background:var(--card);border:1px solid var(--line);border-radius:8px}
dl div{padding:12px 14px}
dt{font-size:13px;color:var(--quiet)}
dd{margin:0;font-size:13px;color:var(--quiet)}
dd b{display:block;font-size:20px;line-height:1.3;font-weight:650;color:var(--ink);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dd b.long{font-size:17px;line-height:1.69}
dd b.alarm{color:var(--warning)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));gap:16px;margin:16px 0 0;align-items:start}
.card{padding:16px 18px;min-width:0;align-self:stretch}
.full{grid-column:1/-1}
.more{font-size:13px;margin-top:6px}
svg{display:block;width:100%;height:auto;font-size:12px;overflow:visible}
.narrow,.broad{display:none}
.legend{font-size:13px;color:var(--quiet);margin-bottom:8px}
.legend span{margin-right:14px;white-space:nowrap}
.legend i{display:inline-block;width:11px;height:11px;margin-right:6px;background:var(--main);border:1px solid var(--main)}
.legend .alert{background:var(--alert);border-color:var(--alert)}
.legend .hollow{background:var(--hollow);border-color:var(--edge)}
.tables>h2{margin:36px 0 0;font-size:20px}
table{width:100%;border-collapse:collapse;margin-top:24px;font-size:14px;font-variant-numeric:tabular-nums;background:var(--card)}
caption,h3{text-align:left;font-size:15px;font-weight:650;padding:0 0 8px;margin:24px 0 0}
caption{margin:0}
th,td{padding:6px 10px;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
td{white-space:nowrap}
th[scope=row],.dense td{overflow-wrap:anywhere;white-space:normal}
th[scope=col]{font-weight:600;font-size:13px;color:var(--quiet);vertical-align:bottom}
th:first-child{text-align:left;font-weight:500;min-width:110px}
tfoot th,tfoot td{font-weight:650;border-top:2px solid var(--quiet);border-bottom:0}
.more th{font-style:italic}
table#profit{font-size:13px}
#profit th,#profit td{padding-left:6px;padding-right:6px}
th.words,td.words{text-align:left}
td.below{color:var(--warning)}
td.zero{color:var(--quiet)}
caption,.tables h3,section{scroll-margin-top:12px}
footer{padding-top:28px;padding-bottom:36px;font-size:13px}
@media screen and (min-width:1020px){.full .wide{display:none}.full .broad{display:block}}
@media screen and (min-width:900px) and (max-width:1019px){table,table#profit{font-size:12.5px}th,td,#profit th,#profit td{padding:5px 4px}th[scope=col]{font-size:12px}th:first-child{min-width:70px}}
@media screen and (max-width:599px){
header,main,footer{padding-left:14px;padding-right:14px}
header{padding-top:18px}
h1{font-size:22px}
dl{grid-template-columns:1fr 1fr;gap:8px}
dd b,dd b.long{font-size:17px}
.card{padding:14px}
.wide{display:none}.narrow{display:block}
}
@media screen and (max-width:359px){dd b{font-size:15px}dd b.long{font-size:13.5px}}
@media screen and (max-width:899px){
table,table#profit{font-size:13px}
#profit th,#profit td{padding:0}
table,thead,tbody,tfoot,caption,td{display:block}
table{background:none}
thead{display:none}
tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(116px,1fr));gap:4px 6px;background:var(--card);
border:1px solid var(--line);border-radius:8px;padding:8px 10px;margin-bottom:8px}
th:first-child{grid-column:1/-1;padding:0;border:0;font-weight:650}
td{padding:0;border:0;text-align:left;overflow-wrap:anywhere;white-space:normal}
td.words{grid-column:span 2}
td::before{display:block;color:var(--quiet);font-weight:400;font-size:12px}
tfoot tr{border:2px solid var(--quiet)}
tfoot th,tfoot td{border:0}
}
@media print{
@page{margin:14mm}
:root{--page:#fff}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font-size:10pt}
header,main,footer{padding:0 1px;max-width:none}
h1{font-size:18pt}
dl{grid-template-columns:repeat(3,1fr);gap:6px}
dd b,dd b.long{font-size:12pt}
.charts{grid-template-columns:1fr 1fr;gap:10px}
.full{grid-column:auto}.wide{display:none}.narrow{display:block}
.card{padding:8px 12px}
.card,dl div,tr{break-inside:avoid}
.more a{display:none}
.tables>h2{margin-top:18px;break-after:avoid}
table{font-size:8pt}
table#profit{font-size:7pt}
th,td,#profit th,#profit td{padding:3px 4px}
th:first-child{min-width:70px}
caption,h3{break-after:avoid}
tfoot{display:table-row-group}
}
`;
