import { safePath } from '#shared/safe-path.ts'

/** Links in mails contain case-sensitive codes. */
const hasCode = /^\/(unsubscribe|scheduled-giving\/mails)\//i

/** Parses a request's URL as browsers do. Only its path and query count: two leading slashes name no host. */
export const readPageUrl = (url: string): URL | null => URL.parse(url.replace(/^[/\\]{2,}/, '/'), 'http://sunbul')

/**
 * Normalizes a page's path: no trailing slash, lower case, resolved dots (`/a/../b` is `/b`). The router accepts other
 * spellings for the same page, but the page's policy, caching and texts depend on its path.
 */
export const pagePath = (path: string): string => {
  const read = readPageUrl(path)?.pathname ?? path
  const trimmed = read.replace(/^\/{2,}/, '/').replace(/(?<=.)\/+$/, '')
  return hasCode.test(trimmed)
    ? trimmed
    : trimmed.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}

/**
 * Returns the normalized address of a page, with its query; undefined if the address is already normalized or leads
 * nowhere.
 */
export function normalizedAddressOf(url: string): string | undefined {
  // A request with an absolute URL, as to a proxy, would be redirected to itself.
  if (!url.startsWith('/')) return undefined
  const index = url.indexOf('?')
  const path = index < 0 ? url : url.slice(0, index)
  const ours = pagePath(path)
  if (ours === path) return undefined
  const address = safePath(index < 0 ? ours : ours + url.slice(index))
  return address === '/' ? undefined : address
}
