import { escapeHtml } from '#shared/html.ts'
import { commaOf, direction, isRightToLeft, type Locale } from '#shared/text.ts'
import { productNameIn } from '#shared/texts/product-name.ts'
import { textOn } from '#shared/colour/contrast.ts'
import { darkStyle, mark, styles } from './mail-styles.ts'

/** A block of a mail; every text is plain and is escaped here. */
export type Block =
  /** `isTheirs`: quoted text, which has its own direction in any language of the mail. */
  | { readonly kind: 'text'; readonly text: string; readonly isTheirs?: boolean }
  | { readonly kind: 'amount'; readonly label: string; readonly amount: string }
  | {
      readonly kind: 'facts'
      readonly title?: string
      readonly rows: readonly (readonly [label: string, value: string])[]
    }
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  /** A secondary action below the button. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'small'; readonly text: string }

/** The charity that a mail is sent for: its name is at the top, the platform's at the bottom (content-29). */
export type MailBrand = {
  readonly name: string
  /** `#RRGGBB`. */
  readonly colour: string
  readonly logoUrl: string | null
  /** Address for replies; null: the platform's. */
  readonly replyTo: string | null
}

export type MailContent = {
  readonly locale: Locale
  readonly brand?: MailBrand
  readonly title: string
  /** Whether the title is quoted text as well. */
  readonly isTitleTheirs?: boolean
  /** The preview beside the subject in a mail list. */
  readonly preheader: string
  readonly productName: string
  readonly footer?: string
  /** A link below the footer, and the headers for mail programs (RFC 8058), in mails that can be unsubscribed from. */
  readonly unsubscribe?: { readonly text: string; readonly url: string }
  readonly blocks: readonly Block[]
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
/**
 * Renders names and figures, each line in its own direction. Long values, such as some addresses, wrap; a number with
 * hyphens, such as a receipt's, and the era of a Hijri year don't.
 */
const linesApart = (text: string): string =>
  text
    .split('\n')
    .map(
      (line) =>
        `<bdi${/^[\d-]{8,20}$/.test(line) ? ' style="white-space:nowrap"' : ''}>${line
          .replace(/ (?=(AH|هـ)$)/, '\u00a0')
          .split(/(?<=[:@/])(?=\S{12})/)
          .map(escapeHtml)
          .join(longRun.test(line) ? '<wbr>' : '')}</bdi>`,
    )
    .join('<br>')
const longRun = /\S{24}/
/** Returns the direction of the first letter, because not all mail clients support `dir="auto"`. */
const wayOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'
const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`
/**
 * Renders an element with inline style, because some clients drop style sheets, and a class for clients that support
 * dark mode.
 */
const styled = (tag: string, name: keyof typeof styles, inner: string, more = '') =>
  `<${tag} class="${name}" style="${styles[name]}"${more}>${inner}</${tag}>`

/** Lays out a mail as HTML and plain text, without remote pictures and tracking. */
export function mailLayout({
  locale,
  title,
  isTitleTheirs = false,
  preheader,
  productName: name,
  footer = '',
  unsubscribe,
  blocks,
  brand,
}: MailContent): {
  html: string
  text: string
} {
  const textDirection = direction(locale)
  const productName = productNameIn(name, locale)
  // The invisible padding keeps mail clients from filling the preview with the beginning of the mail.
  const preview = `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`
  const heading = styled('h1', 'title', escapeHtml(title), isTitleTheirs ? ` dir="${wayOf(title)}"` : '')
  const ownCard = styled(
    'td',
    'card',
    heading + blocks.map((block) => htmlOf(block, textDirection)).join(''),
    ` dir="${textDirection}"`,
  )
  // Below a charity's band the card continues it, without a gap between two rounded corners.
  const card = brand ? ownCard.replace('border-radius:20px', 'border-top:0;border-radius:0 0 20px 20px') : ownCard
  const page = table(
    'align="center" width="100%" style="max-width:560px"',
    `<tr>${brand ? bandOf(brand) : styled('td', 'brand', mark + escapeHtml(productName))}</tr><tr>${card}</tr><tr>${styled('td', 'foot', (brand ? `${escapeHtml(productName)}<br>` : '') + lines(footer) + endOf(unsubscribe), ` dir="${textDirection}"`)}</tr>`,
  )
  const html =
    `<!doctype html><html lang="${locale}" dir="${textDirection}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>` +
    `<body class="page" style="${styles.page}">${preview}${table('width="100%"', `<tr>${styled('td', 'page', page, ' align="center"')}</tr>`)}</body></html>`
  const text = [
    ...(brand ? [brand.name, ''] : []),
    title,
    '='.repeat(title.replace(/[\u2066-\u2069]/g, '').length),
    '',
    ...blocks.map((block) => textOf(block, locale)),
    '-- ',
    productName,
    footer,
    ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.url}`] : []),
  ]
    .join('\n')
    .trimEnd()
  return { html, text: `${text}\n` }
}

/** Renders the charity's name on its colour, with its logo. */
function bandOf({ name, colour, logoUrl }: MailBrand): string {
  const logo =
    logoUrl && /^https?:\/\//.test(logoUrl)
      ? `<img src="${escapeHtml(logoUrl)}" alt="" height="48" style="height:48px;width:auto;vertical-align:middle;margin:0 12px;border-radius:8px;background:#FFFFFF">`
      : ''
  const safe = /^#[0-9A-F]{6}$/.test(colour) ? colour : '#2C633D'
  return `<td class="band" style="${styles.band};background:${safe};color:${textOn(safe)}">${logo}<bdi>${escapeHtml(name)}</bdi></td>`
}

function htmlOf(block: Block, textDirection: 'ltr' | 'rtl'): string {
  switch (block.kind) {
    case 'text':
      return styled('p', 'text', lines(block.text), block.isTheirs ? ` dir="${wayOf(block.text)}"` : '')
    case 'small':
      return styled('p', 'small', lines(block.text))
    case 'amount':
      return table(
        'width="100%" style="margin:0 0 24px"',
        `<tr>${styled('td', 'amount', `${linesApart(block.label)}${styled('div', 'figure', `<bdi>${escapeHtml(block.amount)}</bdi>`)}`)}</tr>`,
      )
    case 'facts':
      return (
        (block.title ? styled('h2', 'heading', escapeHtml(block.title)) : '') +
        table('width="100%" style="margin:0 0 24px"', block.rows.map((row) => rowOf(row, textDirection)).join(''))
      )
    case 'button':
      // Web addresses only, so that a block can never run anything.
      return /^https?:\/\//.test(block.url)
        ? table(
            'style="margin:8px 0 24px"',
            `<tr>${styled('td', 'button', styled('a', 'link', escapeHtml(block.text), ` href="${escapeHtml(block.url)}"`))}</tr>`,
          )
        : ''
    case 'link':
      return /^https?:\/\//.test(block.url)
        ? styled('p', 'text', styled('a', 'quiet', escapeHtml(block.text), ` href="${escapeHtml(block.url)}"`))
        : ''
  }
}

const endOf = (link: MailContent['unsubscribe']): string =>
  link && /^https?:\/\//.test(link.url)
    ? `<br><a href="${escapeHtml(link.url)}" style="color:inherit">${escapeHtml(link.text)}</a>`
    : ''

/** Keeps a short label on one line beside a long value. */
const keptWhole = (label: string): string => (label.length <= 16 ? label.replaceAll(' ', '\u00a0') : label)

const rowOf = ([label, value]: readonly [string, string], textDirection: 'ltr' | 'rtl'): string => {
  const [start, end] = textDirection === 'rtl' ? ['right', 'left'] : ['left', 'right']
  return `<tr>${styled('td', 'label', linesApart(keptWhole(label)), ` align="${start}"`)}${styled('td', 'value', linesApart(value), ` align="${end}"`)}</tr>`
}

function textOf(block: Block, locale: Locale): string {
  // Like `linesApart`, for plain text: after Arabic letters a number with hyphens would be displayed in reverse order.
  const apart = (text: string): string =>
    isRightToLeft(locale)
      ? text
          .split('\n')
          .map((line) => `\u2068${line}\u2069`)
          .join(`${commaOf(locale)} `)
      : text.replaceAll('\n', ', ')
  switch (block.kind) {
    case 'text':
    case 'small':
      return `${block.text}\n`
    case 'amount':
      return `${apart(block.label)}: ${apart(block.amount)}\n`
    case 'facts':
      return `${block.title ? `${block.title}\n` : ''}${block.rows.map((row) => row.map(apart).join(': ')).join('\n')}\n`
    case 'button':
    case 'link':
      return `${block.text}: ${block.url}\n`
  }
}
