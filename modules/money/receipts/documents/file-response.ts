import { answer, type Answer } from '#shared/endpoint.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { direction, type Locale } from '#shared/text.ts'
import type { StoredDocument } from '../queries/documents.ts'
import { documentPolicy } from './html.ts'

export type FileState = { readonly state: 'ready' | 'being-made' }

/** Seconds after which the client asks again. */
const retrySeconds = 2
const types = { html: 'text/html; charset=utf-8', pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const

/** Headers of private documents: no cache and no referrer. */
const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Returns a stored document: HTML in the window under a policy that permits no scripts, others as a download
 * (security-4).
 */
export const toFileResponse = (
  document: StoredDocument,
  { format, name }: { format: keyof typeof types; name: string },
): Answer<FileState> =>
  answer(
    { state: 'ready' },
    {
      file: { type: types[format], bytes: document.bytes },
      headers: {
        ...privateHeaders,
        'content-security-policy': documentPolicy,
        'content-disposition': `${format === 'html' ? 'inline' : 'attachment'}; filename="${name.replace(/[^\w.-]/g, '-')}.${format}"`,
        'repr-digest': `sha-256=:${document.sha256.toString('base64')}:`,
      },
    },
  )

/** Returns 202 while the document is being made. Browsers get a page that reloads without a script. */
export function toWaitResponse({
  locale,
  acceptHeader,
}: {
  readonly locale: Locale
  readonly acceptHeader: string
}): Answer<FileState> {
  const headers = { ...privateHeaders, 'retry-after': String(retrySeconds) }
  if (!acceptHeader.includes('text/html')) return answer({ state: 'being-made' }, { status: 202, headers })
  const t = textsOf('money/receipts', locale)
  const page =
    `<!doctype html><html lang="${locale}" dir="${direction(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${retrySeconds}"><title>${t('wait-title')}</title><style>${waitStyle}</style></head>` +
    `<body><main><h1>${t('wait-title')}</h1><p role="status">${t('wait-text')}</p><p><a href="">${t('wait-again')}</a></p></main></body></html>`
  return answer(
    { state: 'being-made' },
    {
      status: 202,
      file: { type: types.html, bytes: Buffer.from(page) },
      headers: {
        ...headers,
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    },
  )
}

const waitStyle = `:root{color-scheme:light dark}html{background:#f5f7f5;color:#141917;font:18px/1.55 Figtree,"Vazirmatn","Noto Sans Arabic",system-ui,sans-serif}
html:lang(ar){line-height:1.75}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box}main{max-width:28rem;text-align:center}
h1{font-size:24px;line-height:1.3;margin:0 0 8px}p{margin:0 0 16px}a{display:inline-block;padding:10px 8px;color:#2556b4}
@media (prefers-color-scheme:dark){html{background:#0e1311;color:#eef2ef}a{color:#a2c3fe}}`
