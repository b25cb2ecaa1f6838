/** Kinds of devices. */
export const devices = ['phone', 'tablet', 'computer'] as const
export type Device = (typeof devices)[number]

/** Returns the kind of a browser's device. An iPad that calls itself a Mac counts as a computer. */
export function deviceOf(userAgent: string): Device {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return 'tablet'
  return /\bMobi(?:le)?\b|\biPhone\b/.test(userAgent) ? 'phone' : 'computer'
}

/** Sources by the host that linked to the page: its whole name, or one part such as `google`. */
const sites: Readonly<Record<string, string>> = {
  google: 'search',
  bing: 'search',
  duckduckgo: 'search',
  ecosia: 'search',
  yahoo: 'search',
  yandex: 'search',
  baidu: 'search',
  brave: 'search',
  qwant: 'search',
  facebook: 'facebook',
  instagram: 'instagram',
  whatsapp: 'whatsapp',
  'wa.me': 'whatsapp',
  telegram: 'telegram',
  't.me': 'telegram',
  'x.com': 'x',
  't.co': 'x',
  twitter: 'x',
  youtube: 'youtube',
  tiktok: 'tiktok',
  linkedin: 'linkedin',
  reddit: 'reddit',
}

/** The host of a URL in lower case; undefined if it isn't one. */
const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined

const sourceOfHost = (host: string): string => {
  const found = Object.entries(sites).find(([site]) =>
    site.includes('.') ? host === site : host.split('.').includes(site),
  )
  return found?.[1] ?? 'other'
}

/**
 * Returns where a view comes from (content-45): the source that the link names, otherwise the site that linked to the
 * page: a search engine or a known network, or `other`. A view without either, or from a page of this host, is `direct`.
 */
export function sourceOfView(view: { readonly query: string; readonly from: string; readonly host: string }): string {
  const named = new URLSearchParams(view.query).get('src') ?? ''
  if (/^[A-Za-z0-9_-]{1,40}$/.test(named)) return named
  const host = hostOf(view.from)
  return host === undefined || host === view.host.toLowerCase() ? 'direct' : sourceOfHost(host)
}
