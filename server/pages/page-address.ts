import { safePath } from '#shared/safe-path.ts'

/** Links of mails, whose codes tell small letters from large ones. */
const hasCode = /^\/(unsubscribe|scheduled-giving\/mails)\//i

/**
 * What is asked for, read as browsers read an address. Only its path and its query mean anything here: two slashes
 * before it name no host.
 */
export const readAddress = (url: string): URL | null => URL.parse(url.replace(/^[/\\]{2,}/, '/'), 'http://sunbul')

/**
 * The one spelling of a page's path: without a slash at its end, in small letters, read as addresses are (`/a/../b` is
 * `/b`). The router takes the others for the same page, while what a page may load, who may keep it and which words it
 * has are decided by its path.
 */
export const pagePath = (path: string): string => {
  const read = readAddress(path)?.pathname ?? path
  const trimmed = read.replace(/^\/{2,}/, '/').replace(/(?<=.)\/+$/, '')
  return hasCode.test(trimmed)
    ? trimmed
    : trimmed.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
}

/**
 * Where the page of an address is that is spelt otherwise, its query kept; undefined: it is spelt as it should be, or
 * leads nowhere.
 */
export function otherAddressOf(url: string): string | undefined {
  // Asked for by its whole address, as of a proxy: it would be asked for so again.
  if (!url.startsWith('/')) return undefined
  const index = url.indexOf('?')
  const path = index < 0 ? url : url.slice(0, index)
  const ours = pagePath(path)
  if (ours === path) return undefined
  const address = safePath(index < 0 ? ours : ours + url.slice(index))
  return address === '/' ? undefined : address
}
