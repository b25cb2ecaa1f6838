import { direction, type Locale } from '#shared/text.ts'

/** What a mail is made of; every text is plain and is escaped here. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'amount'; readonly label: string; readonly amount: string }
  | { readonly kind: 'facts'; readonly title?: string; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  | { readonly kind: 'small'; readonly text: string }

export type MailContent = { readonly locale: Locale; readonly title: string; readonly preheader: string; readonly productName: string; readonly footer: string; readonly blocks: readonly Block[] }

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const lines = (text: string): string => escape(text).replaceAll('\n', '<br>')

/** The colours of the product, light; mail clients that know dark mode take the second set. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;background:#F5F7F5;color:#141917;font:16px/1.6 Figtree,Vazirmatn,system-ui,-apple-system,Segoe UI,Tahoma,Arial,sans-serif}
.page{width:100%;background:#F5F7F5}.card{width:100%;max-width:560px;margin:0 auto;background:#FFFFFF;border:1px solid #D7DCD8;border-radius:20px}
.in{padding:32px}.brand{padding:32px 0 16px;text-align:center;font-weight:650;color:#2C633D;font-size:18px}
h1{margin:0 0 16px;font-size:24px;line-height:1.3;font-weight:600}p{margin:0 0 16px}
.amount{margin:0 0 24px;padding:20px 24px;background:#DCF4E2;color:#235232;border-radius:14px}.amount b{display:block;font-size:30px;line-height:1.2;font-variant-numeric:tabular-nums}
h2{margin:24px 0 8px;font-size:14px;color:#4C534D;font-weight:600}
table.facts{width:100%;border-collapse:collapse;margin:0 0 24px}.facts td{padding:10px 0;border-bottom:1px solid #EAEEEB;vertical-align:top}.facts td.l{color:#4C534D;padding-inline-end:16px}.facts td.v{text-align:end;font-variant-numeric:tabular-nums}
.button{display:inline-block;padding:12px 22px;background:#2C633D;color:#FFFFFF!important;border-radius:14px;text-decoration:none;font-weight:650}
.small{color:#626963;font-size:13px;line-height:1.5}.foot{max-width:560px;margin:0 auto;padding:24px 32px 48px;color:#626963;font-size:13px;text-align:center}
@media (prefers-color-scheme:dark){body,.page{background:#0E1311!important;color:#EEF2EF!important}.card{background:#151B18!important;border-color:#2B3530!important}.brand{color:#67C082!important}.amount{background:#18301F!important;color:#BCE8C6!important}h2,.facts td.l{color:#B9C2BC!important}.facts td{border-color:#2B3530!important}.button{background:#67C082!important;color:#0F2516!important}.small,.foot{color:#97A19A!important}}
@media (max-width:480px){.in{padding:24px 20px}}`

/** One calm page for every mail: no picture from elsewhere, nothing that counts who opened it; and the same in plain text. */
export function mailLayout({ locale, title, preheader, productName, footer, blocks }: MailContent): { html: string; text: string } {
  const html = `<!doctype html><html lang="${locale}" dir="${direction(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title><style>${style}</style></head><body><div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}</div><table role="presentation" class="page" cellpadding="0" cellspacing="0" width="100%"><tr><td style="padding:0 12px"><div class="brand">${escape(productName)}</div><div class="card"><div class="in"><h1>${escape(title)}</h1>${blocks.map(htmlOf).join('')}</div></div><div class="foot">${lines(footer)}</div></td></tr></table></body></html>`
  const text = [title, '='.repeat([...title].length), '', ...blocks.map(textOf), '-- ', productName, footer].join('\n')
  return { html, text }
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${lines(block.text)}</p>`
    case 'amount':
      return `<div class="amount">${escape(block.label)}<b><bdi>${escape(block.amount)}</bdi></b></div>`
    case 'facts':
      return `${block.title ? `<h2>${escape(block.title)}</h2>` : ''}<table class="facts" cellpadding="0" cellspacing="0">${block.rows.map(([label, value]) => `<tr><td class="l">${escape(label)}</td><td class="v"><bdi>${lines(value)}</bdi></td></tr>`).join('')}</table>`
    case 'button':
      return `<p><a class="button" href="${escape(block.url)}">${escape(block.text)}</a></p>`
    case 'small':
      return `<p class="small">${lines(block.text)}</p>`
  }
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'small':
      return `${block.text}\n`
    case 'amount':
      return `${block.label}: ${block.amount}\n`
    case 'facts':
      return `${block.title ? `${block.title}\n` : ''}${block.rows.map(([label, value]) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n')}\n`
    case 'button':
      return `${block.text}: ${block.url}\n`
  }
}
