import { dayMs, hourMs } from '#shared/time.ts'

/** The result of a DNS lookup of a TXT record. */
export type TxtAnswer =
  /** The values, each with its strings joined. */
  | { readonly kind: 'found'; readonly values: readonly string[] }
  /** The name doesn't exist or has no TXT record. */
  | { readonly kind: 'none' }
  /** Timeout, SERVFAIL or REFUSED: the result says nothing about the record. */
  | { readonly kind: 'unreachable' }

export type ProofAnswer = 'present' | 'missing' | 'unreachable'

/** Whether a DNS result proves a host: one of several values is enough (pages-16). */
export function toProofAnswer(answer: TxtAnswer, expected: string): ProofAnswer {
  if (answer.kind === 'unreachable') return 'unreachable'
  return answer.kind === 'found' && answer.values.some((value) => value.trim() === expected) ? 'present' : 'missing'
}

/** The state of a host's proof, stored in `organizations.domain`. */
export type DomainProof = {
  readonly provedAt: Date | null
  readonly missingSince: Date | null
  readonly missingCount: number
  readonly unreachableSince: Date | null
  readonly droppedAt: Date | null
  readonly isPrimary: boolean
}

/** `missing`: the host was verified, and the latest check didn't find the value. */
export type DomainState = 'waiting' | 'proved' | 'missing' | 'dropped'

/** The change that owners are notified about; null: none. */
export type DomainEvent = 'proved' | 'missing' | 'dropped' | 'restored' | null

/** Returns the state of a host's proof (pages-17). */
export function domainStateOf({ provedAt, missingCount, droppedAt }: DomainProof): DomainState {
  if (droppedAt) return 'dropped'
  if (!provedAt) return 'waiting'
  return missingCount > 0 ? 'missing' : 'proved'
}

/** Number of checks without the value, each a day after the previous one, that drop a host. */
const missingMax = 3
/** After this time without a DNS response, no response counts as a missing value. */
const unreachableMs = 7 * dayMs

/**
 * Returns the proof after a DNS result (pages-17). A result without the value makes a host `missing` at once. The third
 * one drops it; results less than a day apart count once, so that manual checks don't speed it up.
 */
export function nextProof(
  proof: DomainProof,
  answer: ProofAnswer,
  now: Date,
): { readonly proof: DomainProof; readonly event: DomainEvent } {
  if (answer === 'present') return presentProof(proof, now)
  const unreachableSince = answer === 'unreachable' ? (proof.unreachableSince ?? now) : null
  const next = { ...proof, unreachableSince }
  const isStillUnknown = unreachableSince !== null && now.getTime() - unreachableSince.getTime() < unreachableMs
  return proof.provedAt === null || isStillUnknown ? { proof: next, event: null } : missingProof(next, now)
}

function presentProof(proof: DomainProof, now: Date): { readonly proof: DomainProof; readonly event: DomainEvent } {
  const wasMissing = proof.missingCount > 0 ? 'restored' : null
  const event = proof.provedAt === null ? 'proved' : wasMissing
  return {
    proof: {
      provedAt: proof.provedAt ?? now,
      missingSince: null,
      missingCount: 0,
      unreachableSince: null,
      droppedAt: null,
      isPrimary: proof.isPrimary,
    },
    event,
  }
}

function missingProof(proof: DomainProof, now: Date): { readonly proof: DomainProof; readonly event: DomainEvent } {
  const missingSince = proof.missingSince ?? now
  if (now.getTime() - missingSince.getTime() < proof.missingCount * dayMs) return { proof, event: null }
  const missingCount = proof.missingCount + 1
  if (missingCount < missingMax)
    return { proof: { ...proof, missingSince, missingCount }, event: missingCount === 1 ? 'missing' : null }
  return {
    proof: {
      provedAt: null,
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
  proof: DomainProof,
  { addedAt, now }: { readonly addedAt: Date; readonly now: Date },
): Date {
  const isNew = proof.provedAt === null && now.getTime() - addedAt.getTime() < 3 * dayMs
  return new Date(now.getTime() + (isNew || proof.unreachableSince ? hourMs : dayMs))
}
