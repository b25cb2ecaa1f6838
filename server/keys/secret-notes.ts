import { identityServer, type SecretUse } from '#modules/platform/identity/index-server.ts'
import { dayMs, minuteMs } from '#shared/time.ts'
import type { Config } from '../config/config.ts'

type Secrets = Pick<Config, 'SESSION_SECRET' | 'FIELD_KEY' | 'PSEUDONYM_KEY'>
type Input = { readonly config: Secrets; readonly uses: readonly SecretUse[]; readonly now: Date }

const { fingerprintOf, longestLinkDays, secretUseMinutes } = identityServer
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)
const useOf = (uses: readonly SecretUse[], purpose: SecretUse['purpose'], secret: string | Buffer) =>
  uses.find((use) => use.purpose === purpose && use.fingerprint === fingerprintOf(secret))
const isUsedNow = (use: SecretUse, now: Date): boolean =>
  now.getTime() - use.lastUsedAt.getTime() < 2 * secretUseMinutes * minuteMs

/**
 * Says for each former or coming secret what the operator does next: when the last link ends that it signed, and whether
 * a value is still encrypted with it (security-20). Days are in UTC.
 */
export const describeRotations = (input: Input): string[] => [
  ...describeSessionSecrets(input),
  ...describeFieldKeys(input),
]

function describeSessionSecrets({ config, uses, now }: Input): string[] {
  const [, ...others] = config.SESSION_SECRET
  return others.map((secret, index) => {
    const place = `secret ${index + 2} of SESSION_SECRET`
    const use = useOf(uses, 'SESSION_SECRET', secret)
    if (!use) return `${place} has signed no link: once all processes know it, move it to the front and restart them`
    if (isUsedNow(use, now)) return `${place} still signs links in some process: restart all of them`
    const end = new Date(use.lastUsedAt.getTime() + longestLinkDays * dayMs)
    return end <= now
      ? `${place}: its last link has ended, so remove it`
      : `${place} signed links until ${dayOf(use.lastUsedAt)}: the last one, to unsubscribe, ends on ${dayOf(end)}`
  })
}

function describeFieldKeys({ config, uses, now }: Input): string[] {
  const [first, ...others] = config.FIELD_KEY
  const completedAt = useOf(uses, 'FIELD_KEY', first)?.completedAt
  return others.map((key, index) => {
    const place = `key ${index + 2} of FIELD_KEY`
    const use = useOf(uses, 'FIELD_KEY', key)
    if (!use) return `${place} has encrypted nothing: once all processes know it, move it to the front and restart them`
    if (isUsedNow(use, now)) return `${place} still encrypts in some process: restart all of them`
    return completedAt && completedAt > use.lastUsedAt
      ? `${place} is unused since ${dayOf(completedAt)}: keep a copy as long as you keep backups from before, and remove it here`
      : `${place} is in use: run npm run sunbul -- rotate-field-key`
  })
}

/** Whether a former key of `FIELD_KEY` still encrypts in some process, so that a rotation wouldn't be complete. */
export const isFormerKeyInUse = ({ config, uses, now }: Input): boolean =>
  uses.some(
    (use) =>
      use.purpose === 'FIELD_KEY' && use.fingerprint !== fingerprintOf(config.FIELD_KEY[0]) && isUsedNow(use, now),
  )

/**
 * Returns the problem of a `PSEUDONYM_KEY` that isn't the one with which the database was filled: donors would be
 * counted twice, and unsubscribed mailboxes would get mails again.
 */
export function findPseudonymProblem({ config, uses }: Omit<Input, 'now'>): string | undefined {
  const [first] = uses.filter(({ purpose }) => purpose === 'PSEUDONYM_KEY')
  return !first || first.fingerprint === fingerprintOf(config.PSEUDONYM_KEY)
    ? undefined
    : 'PSEUDONYM_KEY differs from the key with which this database was filled, so donors would count twice and unsubscribed mailboxes would get mails: set it to the former key, which is the former SESSION_SECRET if you had none'
}
