import { safePath } from '#shared/safe-path.ts'

/** Links of mails, whose codes tell small letters from large ones. */
const hasCode = /^\/(unsubscribe|scheduled-giving\/mails)\//i

/**
 * The one spelling of a page's path: without a slash at its end, in small letters. The router takes the others for the same page, while what a page
 * may load, who may keep it and which words it has are decided by its path.
 */
export const pagePath = (path: string): string => {
  const trimmed = path.replace(/^\/{2,}/, '/').replace(/(?<=.)\/+$/, '')
  return hasCode.test(trimmed) ? trimmed : trimmed.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}

/** Where the page of an address is that is spelt otherwise, its query kept; undefined: it is spelt as it should be, or leads nowhere. */
export function otherAddressOf(url: string): string | undefined {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const ours = pagePath(path)
  if (ours === path) return undefined
  const address = safePath(at < 0 ? ours : ours + url.slice(at))
  return address === '/' ? undefined : address
}
