import { dayMs, hourMs } from '#shared/time.ts'

/** The result of a DNS lookup of a TXT record. */
export type TxtAnswer =
  /** The values, each with its strings joined. */
  | { readonly kind: 'found'; readonly values: readonly string[] }
  /** The name doesn't exist or has no TXT record. */
  | { readonly kind: 'none' }
  /** Timeout, SERVFAIL or REFUSED: the result says nothing about the record. */
  | { readonly kind: 'unreachable' }

export type TxtCheck = 'present' | 'missing' | 'unreachable'

/** Whether a DNS result proves a host: one of several values is enough (pages-16). */
export function checkTxtAnswer(answer: TxtAnswer, expected: string): TxtCheck {
  if (answer.kind === 'unreachable') return 'unreachable'
  return answer.kind === 'found' && answer.values.some((value) => value.trim() === expected) ? 'present' : 'missing'
}

/** The state of a host's verification, stored in `organizations.domain`. */
export type DomainVerification = {
  readonly verifiedAt: Date | null
  readonly missingSince: Date | null
  readonly missingCount: number
  readonly unreachableSince: Date | null
  readonly droppedAt: Date | null
  readonly isPrimary: boolean
}

/** `missing`: the host was verified, and the latest check didn't find the value. */
export type DomainState = 'waiting' | 'verified' | 'missing' | 'dropped'

/** The change that owners are notified about; null: none. */
export type DomainEvent = 'verified' | 'missing' | 'dropped' | 'restored' | null

/** Returns the state of a host's verification (pages-17). */
export function domainStateOf({ verifiedAt, missingCount, droppedAt }: DomainVerification): DomainState {
  if (droppedAt) return 'dropped'
  if (!verifiedAt) return 'waiting'
  return missingCount > 0 ? 'missing' : 'verified'
}

/** Number of checks without the value, each a day after the previous one, that drop a host. */
const missingMax = 3
/** After this time without a DNS response, no response counts as a missing value. */
const unreachableMs = 7 * dayMs

/**
 * Returns the verification after a DNS result (pages-17). A result without the value makes a host `missing` at once. The third
 * one drops it; results less than a day apart count once, so that manual checks don't speed it up.
 */
export function nextVerification(
  verification: DomainVerification,
  answer: TxtCheck,
  now: Date,
): { readonly verification: DomainVerification; readonly event: DomainEvent } {
  if (answer === 'present') return withRecord(verification, now)
  const unreachableSince = answer === 'unreachable' ? (verification.unreachableSince ?? now) : null
  const next = { ...verification, unreachableSince }
  const isStillUnknown = unreachableSince !== null && now.getTime() - unreachableSince.getTime() < unreachableMs
  return verification.verifiedAt === null || isStillUnknown
    ? { verification: next, event: null }
    : withoutRecord(next, now)
}

function withRecord(
  verification: DomainVerification,
  now: Date,
): { readonly verification: DomainVerification; readonly event: DomainEvent } {
  const wasMissing = verification.missingCount > 0 ? 'restored' : null
  const event = verification.verifiedAt === null ? 'verified' : wasMissing
  return {
    verification: {
      verifiedAt: verification.verifiedAt ?? now,
      missingSince: null,
      missingCount: 0,
      unreachableSince: null,
      droppedAt: null,
      isPrimary: verification.isPrimary,
    },
    event,
  }
}

function withoutRecord(
  verification: DomainVerification,
  now: Date,
): { readonly verification: DomainVerification; readonly event: DomainEvent } {
  const missingSince = verification.missingSince ?? now
  if (now.getTime() - missingSince.getTime() < verification.missingCount * dayMs) return { verification, event: null }
  const missingCount = verification.missingCount + 1
  if (missingCount < missingMax)
    return {
      verification: { ...verification, missingSince, missingCount },
      event: missingCount === 1 ? 'missing' : null,
    }
  return {
    verification: {
      verifiedAt: null,
      missingSince: null,
      missingCount: 0,
      unreachableSince: null,
      droppedAt: now,
      isPrimary: false,
    },
    event: 'dropped',
  }
}

/**
 * Returns when DNS is checked again: after a day, or after an hour if it didn't respond, or if the host was listed less
 * than three days ago and isn't verified yet.
 */
export function nextCheckAt(
  verification: DomainVerification,
  { addedAt, now }: { readonly addedAt: Date; readonly now: Date },
): Date {
  const isNew = verification.verifiedAt === null && now.getTime() - addedAt.getTime() < 3 * dayMs
  return new Date(now.getTime() + (isNew || verification.unreachableSince ? hourMs : dayMs))
}
