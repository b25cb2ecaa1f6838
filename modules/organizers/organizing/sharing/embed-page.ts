import { escapeHtml } from '#shared/html.ts'
import { createHash } from 'node:crypto'
import { type Currency, formatMoney, money, parseMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { direction, type Locale } from '#shared/text.ts'
import { checkoutLink, pageLink } from '../rules/share-link.ts'

/** Public data of the embed frame. Amounts in minor units. */
export type EmbedCampaign = {
  readonly slug: string
  readonly title: string
  readonly language: string
  readonly organization: { readonly name: string; readonly nameAr: string | null; readonly verified: boolean }
  readonly open: boolean
  readonly daysLeft: number | null
  readonly currency: Currency
  readonly goal: number | null
  readonly totals: { readonly raised: number; readonly donationCount: number; readonly percentage: number | null }
  readonly imageUrl: string
}

export type EmbedOptions = {
  readonly theme: 'auto' | 'light' | 'dark'
  readonly locale: Locale
  readonly amount: string | undefined
  readonly source: string
}

/**
 * Renders a page for other sites (security-17), which works without scripts and reads no cookie. Its only script
 * reports its height to the parent page. Links open a new window, because a checkout is never framed.
 */
export function embedPage(
  origin: string,
  campaign: EmbedCampaign,
  { theme, locale, amount, source }: EmbedOptions,
  productName: string,
): string {
  const t = textsOf('organizers/organizing', locale, {}, 'embed-')
  const currency = campaign.currency
  const shown = (minor: number) => formatMoney(money(BigInt(minor), currency), locale)
  const { raised, donationCount, percentage } = campaign.totals
  const filled = Math.max(0, Math.min(100, percentage ?? 0))
  const page = escapeHtml(pageLink(origin, campaign.slug, { source }))
  const moneyRequest = amount === undefined ? undefined : parseMajor(amount, currency)
  const action = campaign.open
    ? `<a class="give" href="${escapeHtml(checkoutLink(origin, campaign.slug, { amount, source }))}" target="_blank" rel="noopener">${escapeHtml(moneyRequest ? t('give', { amount: `\u2068${formatMoney(moneyRequest, locale)}\u2069` }) : t('donate'))}</a>`
    : `<p class="ended">${escapeHtml(t(campaign.organization.verified ? 'ended' : 'not-verified'))}</p>`
  return (
    `<!doctype html><html lang="${locale}" dir="${direction(locale)}" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}"><title>${escapeHtml(campaign.title)}</title><style>${style}</style></head><body><main>` +
    `<img src="${escapeHtml(`${campaign.imageUrl}&w=480`)}" alt="" width="480" height="200">` +
    `<div class="in"><p class="who"><bdi>${escapeHtml((locale === 'ar' && campaign.organization.nameAr) || campaign.organization.name)}</bdi></p>` +
    `<h1 lang="${escapeHtml(campaign.language)}" dir="auto"><a href="${page}" target="_blank" rel="noopener">${escapeHtml(campaign.title)}</a></h1>` +
    `<p class="raised"><strong><bdi>${escapeHtml(shown(raised))}</bdi></strong> ${escapeHtml(campaign.goal === null ? t('raised') : t('raised-of', { goal: `\u2068${shown(campaign.goal)}\u2069` }))}</p>` +
    (campaign.goal === null
      ? ''
      : `<div class="meter" aria-hidden="true"><span style="inline-size:${filled}%"></span></div>`) +
    `<p class="facts">${escapeHtml(t('donations', { count: donationCount }))}${campaign.open && campaign.daysLeft !== null ? ` · ${escapeHtml(t('days', { count: campaign.daysLeft }))}` : ''}</p>` +
    `${action}<p class="by">${escapeHtml(t('by', { product: productName }))}</p></div></main><script>${script}</script></body></html>`
  )
}

/** Reports the page's height to the parent page, which checks the origin. */
const script = `(()=>{const d=document.documentElement,m=d.querySelector("main"),p=()=>parent!==self&&parent.postMessage({sunbul:"height",height:Math.ceil(m.getBoundingClientRect().height)},"*");new ResizeObserver(p).observe(m);p()})()`

const dark = `--canvas:#151b18;--ink:#eef2ef;--muted:#b9c2bc;--line:#2b3530;--brand:#67c082;--on:#0f2516;--meter:#67c082;--track:#2b3530;--focus:#a2c3fe`
const style =
  `:root{color-scheme:light;--canvas:#fff;--ink:#141917;--muted:#4c534d;--line:#d7dcd8;--brand:#2c633d;--on:#fff;--meter:#388953;--track:#d7dcd8;--focus:#2556b4}` +
  `@media (prefers-color-scheme:dark){:root[data-theme=auto]{color-scheme:dark;${dark}}}:root[data-theme=dark]{color-scheme:dark;${dark}}` +
  `*{box-sizing:border-box}html{background:transparent;font:16px/1.5 Figtree,Vazirmatn,"Noto Sans Arabic",system-ui,sans-serif;color:var(--ink)}html:lang(ar){line-height:1.7}` +
  `body{margin:0}main{background:var(--canvas);border:1px solid var(--line);border-radius:20px;overflow:hidden;max-width:480px;margin:0 auto}` +
  `img{display:block;width:100%;height:auto;max-height:200px;object-fit:cover}.in{padding:16px 20px 14px}p,h1{margin:0}` +
  `.who,.facts,.by{color:var(--muted);font-size:14px}.by{font-size:13px;margin-block-start:10px;text-align:center}h1{font-size:20px;line-height:1.3;margin-block:2px 12px;overflow-wrap:anywhere}` +
  `h1 a{color:inherit;text-decoration:none}h1 a:hover{text-decoration:underline}.raised strong{font-size:22px;font-weight:650;font-variant-numeric:tabular-nums}` +
  `.meter{height:10px;border-radius:99px;background:var(--track);overflow:hidden;margin-block:6px}.meter span{display:block;height:100%;border-radius:99px;background:var(--meter)}` +
  `.give{display:flex;align-items:center;justify-content:center;min-height:48px;margin-block-start:12px;border-radius:14px;background:var(--brand);color:var(--on);font-weight:650;text-decoration:none}` +
  `.ended{margin-block-start:12px;font-weight:600}a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}@media (forced-colors:active){.give{border:1px solid ButtonText}.meter{border:1px solid CanvasText}}`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Content security policy: any site can frame the page. Script and style are allowed by hash, so that the page can be
 * cached.
 */
export const embedPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')
