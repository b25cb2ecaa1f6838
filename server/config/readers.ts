/** Parsers of variables' values, with their error messages. */
import { isValidIBAN } from 'ibantools'
import { displayNames } from '#shared/formats.ts'
import fs from 'node:fs'
import path from 'node:path'
import { isIP } from 'node:net'
import { z } from 'zod'

/** These characters are the most frequent reason why a URL can't be parsed; in an env file, # also starts a comment. */
export const percentEncodingHint = ' (in the user and password, write @ as %40, : as %3A, / as %2F and # as %23)'
/** The address of a PostgreSQL. A list of hosts is refused, because the driver would take it for one name. */
export const postgresUrl = (example: string) =>
  z
    .string()
    .refine((text) => !/^\w+:\/\/([^/?]*@)?[^@/?,]*,[^@/?]*([/?]|$)/.test(text), {
      error:
        'lists several hosts, which isn’t supported: set one address, such as that of HAProxy, which finds the primary',
      abort: true,
    })
    .pipe(z.url({ protocol: /^postgres(ql)?$/, error: `must be an address such as ${example}${percentEncodingHint}` }))
/** Parses a whole number. The error quotes the value, so that a blank or an extra letter is visible. */
export const wholeNumber = (least: number, most = Infinity) =>
  z
    .string()
    .refine(
      (text) => /\S/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least && Number(text) <= most,
      {
        error: ({ input }) =>
          `must be a whole number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`} but is ${JSON.stringify(input)}`,
      },
    )
    .transform(Number)
export const port = wholeNumber(0, 65_535)
export const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((word) => word === 'yes')
export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://give.example.org' })
  .transform((url) => url.replace(/\/+$/, ''))
/** The platform's origin. Pages and API calls are served at the root, so it has no path. */
export const ownAddress = webUrl.refine(
  (url) => /^https?:\/\/[^/?#@]+$/i.test(url),
  'must be an origin without a path, such as https://give.example.org',
)
/** A folder, or a bucket with an optional prefix (`s3://backups/sunbul`), without a slash at the end. */
export const archiveLocation = z
  .string()
  .refine(
    (text) => path.isAbsolute(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(text),
    'must be an absolute path such as /mnt/archive, or a bucket such as s3://backups/sunbul',
  )
/** A domain whose subdomains are charities' hosts, with a port in a demo. */
export const pagesDomain = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/,
    'must be a domain such as pages.example.net, without https://',
  )
/** Addresses of DNS servers, with the port if it isn't 53. */
export const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (servers) => servers.every((server) => isDnsServer(server)),
    'must be IP addresses separated by commas, such as 9.9.9.9, 192.0.2.1:5353 or [2001:db8::1]:53',
  )
/** Hosts with their ports that webhooks may be sent to although their addresses aren't public. */
export const webhookHosts = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (hosts) => hosts.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/.test(host)),
    'must be hosts with ports separated by commas, such as crm.internal:443, 192.168.1.20:8080',
  )
function isDnsServer(text: string): boolean {
  if (isIP(text) > 0) return true
  const {
    v6 = '',
    v4 = '',
    port: number = '53',
  } = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {}
  return (isIP(v6) === 6 || isIP(v4) === 4) && Number(number) > 0 && Number(number) <= 65_535
}
/** An OpenID issuer, or the address of its discovery document. */
export const issuer = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://accounts.example.org' })
  .transform((url) => url.replace(/\/\.well-known\/openid-configuration$/, ''))
const regions = displayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) !== undefined
export const country = z.string().refine(isCountry, 'must be a two-letter country code such as GB')
/** `no`, a number of hops, or a value that Fastify accepts: addresses, networks and its named ranges. */
export const isTrustProxy = (text: string) =>
  /^(no|\d{1,3})$/.test(text) ||
  text.split(',').every((part) => {
    const [address = '', mask, ...more] = part.trim().split('/')
    if (mask === undefined) return isIP(address) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    const isMask = /^\d{1,3}$/.test(mask)
      ? Number(mask) > 0 && Number(mask) <= (isIP(address) === 4 ? 32 : 128)
      : isIP(address) === 4 && isIP(mask) === 4
    return isIP(address) > 0 && isMask && more.length === 0
  })
/** Parses a value with a rule of ours that returns undefined for an invalid one. */
export const parsedWith = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value === undefined) context.addIssue({ code: 'custom', message })
    return value ?? z.NEVER
  })
/** Returns an IBAN without spaces; undefined if it isn't valid. */
export function readIban(text: string): string | undefined {
  const iban = text.replace(/\s/g, '').toUpperCase()
  return isValidIBAN(iban) ? iban : undefined
}
/** Apple's domain association file: its text, or the path of the file. */
export const domainFile = z.string().transform((text, context) => {
  if (/^[0-9A-Za-z+/=\s]{200,}$/.test(text)) return text
  try {
    return fs.readFileSync(text, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: 'must be the text of the file or the path of a readable file' })
    return z.NEVER
  }
})
/** A certificate or key: its PEM text (`\n` may be escaped), or the path of its file. */
export const pem = z.string().transform((text, context) => {
  if (text.includes('-----BEGIN')) return text.replaceAll('\\n', '\n')
  try {
    return fs.readFileSync(text, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: 'must be PEM text or the path of a readable file' })
    return z.NEVER
  }
})
/** Splits secrets that are separated by commas: the first one is used, and the others are accepted too (security-20). */
export const splitSecrets = (text: string): [string, ...string[]] =>
  text.split(',').map((part) => part.trim()) as [string, ...string[]]
export const secretList = z
  .string()
  .transform(splitSecrets)
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= 32) && new Set(secrets).size === secrets.length,
    'must be at least 32 random characters; several secrets are separated by commas',
  )
/** Encryption keys of 32 bytes in base64, separated by commas: the first one encrypts, and each of them decrypts. */
export const fieldKeys = z
  .string()
  .transform(splitSecrets)
  .refine((keys) => keys.every((key) => /^[A-Za-z0-9+/]*={0,2}$/.test(key)), 'must be base64')
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]])
  .refine((keys) => keys.every((key) => key.length === 32), 'must be 32 bytes in base64 (openssl rand -base64 32)')
