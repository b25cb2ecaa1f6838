import { escapeHtml } from '#shared/html.ts'
import { direction } from '#shared/text.ts'
import type { DocumentContent, Section, Sum } from './content.ts'
import type { ReceiptTextRow } from '../receipt-rows.ts'

/**
 * The Content-Security-Policy of documents, which may run and load nothing. It is separate from that of the product's
 * pages (security-4).
 */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<bdi>${escapeHtml(line)}</bdi>`)
    .join('<br>')

/** Renders the document as one self-contained page, which can be printed, saved or forwarded. */
export function documentHtml(content: DocumentContent): string {
  const { locale, title, kicker, issuer, stamp } = content
  const textDirection = direction(locale)
  return (
    `<!doctype html><html lang="${locale}" dir="${textDirection}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(`${kicker} ${title}`)}</title><style>${style}</style></head><body><main>` +
    `<header><div><p class="name"><bdi>${escapeHtml(issuer.name)}</bdi></p><p class="quiet">${issuer.lines.map(lines).join('<br>')}</p></div>` +
    `<div class="kind"><h1>${escapeHtml(kicker)}</h1><p class="number"><bdi>${escapeHtml(title)}</bdi></p></div></header>` +
    (stamp
      ? `<p class="stamp" role="note"><strong>${escapeHtml(stamp.word)}</strong> ${escapeHtml(stamp.note)}</p>`
      : '') +
    `<dl class="facts">${content.facts.map(fact).join('')}</dl>` +
    content.sections.map(sectionHtml).join('') +
    `<footer>${escapeHtml(content.footer)}</footer></main></body></html>`
  )
}

const fact = ([label, value]: ReceiptTextRow): string =>
  `<div>${label ? `<dt>${escapeHtml(label)}</dt>` : ''}<dd>${lines(value)}</dd></div>`
const sum = ({ label, amount, isTotal }: Sum): string =>
  `<div${isTotal ? ' class="total"' : ''}><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(amount)}</bdi></dd></div>`

function sectionHtml(section: Section): string {
  switch (section.kind) {
    case 'heading':
      return `<h2>${lines(section.title)}</h2>${section.note ? `<p class="quiet">${lines(section.note)}</p>` : ''}`
    case 'figure':
      return `<p class="figure"><span>${lines(section.label)}</span><strong><bdi>${escapeHtml(section.amount)}</bdi></strong></p>`
    case 'facts':
      return `<section><h2 class="small">${escapeHtml(section.title)}</h2>${section.rows.map(([label, value]) => `<p>${label ? `${escapeHtml(label)}: ` : ''}${lines(value)}</p>`).join('')}</section>`
    case 'table':
      return (
        `<div class="table"><table><thead><tr>${section.head.map((cell, index) => `<th scope="col"${index < section.textColumns ? '' : ' class="amount"'}>${escapeHtml(cell)}</th>`).join('')}</tr></thead>` +
        `<tbody>${section.rows.map((row) => `<tr>${row.map((cell, index) => `<td${index < section.textColumns ? '' : ' class="amount"'}>${lines(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
      )
    case 'sums':
      return `<section class="sums">${section.title ? `<h2 class="small">${lines(section.title)}</h2>` : ''}<dl>${section.rows.map(sum).join('')}</dl>${section.note ? `<p class="quiet">${escapeHtml(section.note)}</p>` : ''}</section>`
    case 'notes':
      return `<section class="notes">${section.lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</section>`
    case 'law':
      return `<section class="law" lang="en" dir="ltr">${section.sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')}</section>`
    case 'signature':
      return `<section class="signature"><p class="signed"><bdi>${escapeHtml(section.name)}</bdi></p><p class="quiet">${escapeHtml(section.label)}</p></section>`
  }
}

const style = `
*{box-sizing:border-box}html{background:#f5f7f5;color:#141917;font:16px/1.55 Figtree,"Vazirmatn","Noto Naskh Arabic","Noto Sans Arabic",system-ui,sans-serif}
html:lang(ar){line-height:1.75}body{margin:0;padding:24px 16px}
main{max-width:720px;margin:0 auto;background:#fff;border:1px solid #d7dcd8;border-radius:20px;padding:clamp(20px,5vw,48px);overflow-wrap:anywhere}
p,dl,dd,h1,h2{margin:0}bdi{unicode-bidi:isolate}.quiet,dt{color:#4c534d;font-size:14px}
header{display:flex;flex-wrap:wrap;gap:16px 32px;justify-content:space-between;padding-block-end:24px;border-block-end:3px solid #2c633d}
.name{font-size:20px;font-weight:650;line-height:1.3}.kind{text-align:end}.kind h1{font-size:16px;font-weight:650;color:#2c633d}.number{font-variant-numeric:tabular-nums}
.stamp{margin-block-start:24px;padding:12px 16px;border:2px solid #a32730;border-radius:10px;color:#a32730}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:16px 24px;margin-block:24px}
.figure{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;justify-content:space-between;margin-block:24px;padding:20px 24px;border-radius:14px;background:#dcf4e2;color:#235232}
.figure strong{font-size:26px;font-weight:650;font-variant-numeric:tabular-nums}
section{margin-block:24px}h2{font-size:20px;font-weight:650;margin-block-start:32px}h2.small{font-size:14px;font-weight:650;margin-block:0 4px;color:#4c534d}
.table{overflow-x:auto;margin-block:24px 8px}table{inline-size:100%;border-collapse:collapse;font-size:15px}
th{font-size:14px;font-weight:550;color:#4c534d;border-block-end:1px solid #a4aba5}th,td{padding:8px 0;padding-inline-end:16px;text-align:start;vertical-align:top;overflow-wrap:normal}
tbody tr+tr td{border-block-start:1px solid #eaeeeb}.amount{text-align:end;white-space:nowrap;padding-inline-end:0;padding-inline-start:16px;font-variant-numeric:tabular-nums}th.amount{white-space:normal}
.sums dl>div{display:flex;gap:24px;justify-content:space-between;padding-block:6px}.sums dt{color:inherit;font-size:inherit}.sums dd{white-space:nowrap;font-variant-numeric:tabular-nums}
.sums .total{border-block-start:1px solid #a4aba5;font-weight:650}.sums .quiet{margin-block-start:4px}
.law{padding-block-start:16px;border-block-start:1px solid #d7dcd8;font-size:14px;text-align:left}.law p+p,.notes p+p{margin-block-start:8px}
.signature{inline-size:min(280px,100%);margin-inline-start:auto}.signed{font-size:20px;font-style:italic;padding-block-end:4px;border-block-end:1px solid #7a827b}
footer{margin-block-start:40px;color:#626963;font-size:13px}
@media (max-width:480px){.kind{text-align:start}}
@media print{html{background:#fff;font-size:14px}body{padding:0}main{border:0;border-radius:0;padding:0;max-width:none}.figure{-webkit-print-color-adjust:exact;print-color-adjust:exact}tr,.sums,.signature{break-inside:avoid}}`
