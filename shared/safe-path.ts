import { one } from './collections.ts'
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/**
 * Returns the path on our origin to which a redirect parameter may lead, or `/` (security-6). An absolute URL of
 * `origin` is reduced to its path. The result is safe as a Location header.
 */
export function safePath(input: string | null | undefined, origin?: string): string {
  if (!input) return '/'
  const local = input.startsWith('/') || origin === undefined ? input : pathOn(origin, input)
  if (local === undefined || !/^\/(?![/\\])/.test(local)) return '/'
  const path = decodedOnce(one(local.split(/[?#]/, 1)))
  const whole = decodedOnce(local)
  if (path === undefined || whole === undefined || control.test(whole)) return '/'
  if (/\\|\/\/|@/.test(path)) return '/'
  const { pathname, search, hash } = new URL(local, 'http://here')
  return pathname.startsWith('//') ? '/' : pathname + search + hash
}

function pathOn(origin: string, input: string): string | undefined {
  if (control.test(input) || !/^https?:\/\//i.test(input) || !URL.canParse(input)) return undefined
  const url = new URL(input)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return undefined
  return url.pathname + url.search + url.hash
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
