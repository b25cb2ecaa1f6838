import { normalizeCode } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'
import type { SocialName } from './page-content.ts'

const lengthMax = 200
const hosts: Readonly<Record<Exclude<SocialName, 'website'>, readonly string[]>> = {
  facebook: ['facebook.com'],
  twitter: ['x.com', 'twitter.com'],
  instagram: ['instagram.com'],
  youtube: ['youtube.com'],
  linkedin: ['linkedin.com'],
}

/**
 * Returns a social link as stored, or undefined if it is refused: it must be https without user, port or IP address, on
 * the network's host or a subdomain; the website may be on any host (pages-5). An empty link is valid.
 */
export function readSocialLink(name: SocialName, typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const url = text.length <= lengthMax ? URL.parse(text) : null
  if (!url || url.protocol !== 'https:' || url.username || url.password || url.port) return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (!host.includes('.') || /^[\d.]+$/.test(host) || host.startsWith('[')) return undefined
  const isAllowed = name === 'website' || hosts[name].some((own) => host === own || host.endsWith(`.${own}`))
  return isAllowed && url.href.length <= lengthMax ? url.href : undefined
}

/** Returns the fault of a refused link. */
export const socialLinkFault = (name: SocialName): Fault =>
  name === 'website'
    ? { code: 'website-link-invalid' }
    : { code: 'social-link-invalid', params: { host: hosts[name][0] ?? '' } }

/** Returns a pixel id of 6 to 20 digits, or an empty one; undefined if invalid. */
export const readPixelId = (typed: string): string | undefined => /^(\d{6,20})?$/.exec(normalizeCode(typed))?.[0]

const uploadPath = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/** Returns the id of an upload from its id or its URL on our origin; undefined for any other URL (pages-3). */
export function readUploadedPath(typed: string, origin: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text
  const url = URL.parse(text, `${origin}/`)
  return url?.origin === new URL(origin).origin ? uploadPath.exec(url.pathname)?.[1] : undefined
}
