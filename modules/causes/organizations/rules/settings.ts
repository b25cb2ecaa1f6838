import { checkEmail } from '#modules/platform/identity/rules/email.ts'
import { normalizePhone } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

/**
 * The settings that members can change without a review (S2 §3 "Organization"), as typed; an empty text clears a field.
 */
export type Settings = {
  readonly name: string
  readonly nameAr: string
  readonly about: string
  readonly email: string
  readonly phone: string
  readonly primaryColour: string
  readonly website: string
  readonly facebook: string
  readonly twitter: string
  readonly instagram: string
  readonly youtube: string
  readonly linkedin: string
  /** The charity's own texts in mails to its donors, in English and Arabic. */
  readonly thanksEn: string
  readonly thanksAr: string
}

export const settingsLimits = { name: 120, about: 2000, link: 200, thanks: 600 } as const

/** Allowed hosts of a social network's link, including their subdomains (content-28). */
const hosts = {
  facebook: ['facebook.com'],
  twitter: ['x.com', 'twitter.com'],
  instagram: ['instagram.com'],
  youtube: ['youtube.com'],
  linkedin: ['linkedin.com'],
} as const
const networks = ['facebook', 'twitter', 'instagram', 'youtube', 'linkedin'] as const

const isUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`)

/**
 * Whether a URL is https on a named host, without user, port or IP address, and on one of `allowed` if given
 * (content-28).
 */
export function isSafeLink(text: string, allowed?: readonly string[]): boolean {
  if (text.length > settingsLimits.link || !URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  const isNamed = /\.[a-z]{2,}$|\.xn--[a-z0-9-]+$/.test(hostname)
  return (
    protocol === 'https:' &&
    isNamed &&
    port === '' &&
    username === '' &&
    password === '' &&
    (allowed === undefined || allowed.some((host) => isUnder(hostname, host)))
  )
}

/** Normalizes settings: trimmed, colours in upper case. */
export const normalizeSettings = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).map(([field, typed]) => {
      const text = typed.replace(/\r\n/g, '\n').trim()
      if (field === 'name' || field === 'nameAr') return [field, text.replace(/\s+/g, ' ')]
      if (field === 'phone') return [field, normalizePhone(text).replace(/[\s().\p{Pd}\u2212]+/gu, '')]
      return [field, field === 'primaryColour' ? text.toUpperCase() : text]
    }),
  )

const tooLong = (max: number): Fault => ({ code: 'text-too-long', params: { max } })

/**
 * Returns the URLs in a plain text, without the punctuation after them. Letters of all scripts are part of a host;
 * nothing before `http` hides a URL.
 */
const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/\S+|(?<![a-z\d])www\.\S+|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+\/\S*/giu) ?? []).map(
    (link) => link.replace(/[\p{P}\p{S}]+$/u, ''),
  )

/** Whether every URL in a thank-you text is on the charity's own website (content-29). */
export function hasOnlyOwnLinks(text: string, website: string): boolean {
  const own = URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : ''
  return linksIn(text).every((link) => {
    const address = /^https?:\/\//i.test(link) ? link : `https://${link}`
    return own !== '' && URL.canParse(address) && isUnder(new URL(address).hostname, own)
  })
}

/**
 * Returns the faults of the changed fields after `normalizeSettings`, except the phone number; `website` is the charity's
 * website after the change.
 */
export function checkSettings(settings: Partial<Settings>, website: string): Partial<Record<keyof Settings, Fault>> {
  const faults: Partial<Record<keyof Settings, Fault>> = {}
  if (settings.name === '') faults.name = { code: 'charity-name-missing' }
  for (const field of ['name', 'nameAr'] as const)
    if ((settings[field] ?? '').length > settingsLimits.name) faults[field] = tooLong(settingsLimits.name)
  if ((settings.about ?? '').length > settingsLimits.about) faults.about = tooLong(settingsLimits.about)
  const email = settings.email === undefined ? undefined : checkEmail(settings.email)
  if (email) faults.email = email
  if (settings.primaryColour !== undefined && !/^#[0-9A-F]{6}$/.test(settings.primaryColour))
    faults.primaryColour = { code: 'colour-not-valid' }
  if (settings.website && !isSafeLink(settings.website)) faults.website = { code: 'website-not-valid' }
  for (const network of networks)
    if (settings[network] && !isSafeLink(settings[network], hosts[network]))
      faults[network] = { code: 'link-not-of-network', params: { host: hosts[network][0] } }
  for (const field of ['thanksEn', 'thanksAr'] as const) {
    const text = settings[field] ?? ''
    if (text.length > settingsLimits.thanks) faults[field] = tooLong(settingsLimits.thanks)
    else if (!hasOnlyOwnLinks(text, website)) faults[field] = { code: 'thanks-foreign-link' }
  }
  return faults
}
