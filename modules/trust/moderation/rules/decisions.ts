import type { Fault } from '#shared/problem.ts'
import type { CaseKind } from './score.ts'

/** A possible decision. `approve`: the subject is kept or granted; `reject`: it is removed or refused. */
export type Decision = {
  readonly key: string
  readonly effect: 'approve' | 'reject'
  /**
   * The letter that is sent, with the templates to choose from (`locales/en/trust/moderation-mails.json`). `isOwn`: the
   * subject's own module sends it, and it requires a text.
   */
  readonly letter?: { readonly templates: readonly string[]; readonly isOwn?: true }
}

/** Decisions by case kind. The first of each effect has the keyboard shortcut A or R. */
export const decisionsOf: Readonly<Record<CaseKind, readonly Decision[]>> = {
  fundraiser: [
    { key: 'publish', effect: 'approve' },
    {
      key: 'send-back',
      effect: 'reject',
      letter: { templates: ['story', 'picture', 'claims', 'identity'], isOwn: true },
    },
  ],
  edit: [
    { key: 'accept', effect: 'approve' },
    { key: 'warn', effect: 'reject', letter: { templates: ['story', 'picture', 'claims'] } },
    { key: 'pause', effect: 'reject', letter: { templates: ['story', 'picture', 'claims', 'identity'] } },
  ],
  refund: [
    { key: 'grant', effect: 'approve' },
    { key: 'refuse', effect: 'reject', letter: { templates: [], isOwn: true } },
  ],
  zakat: [
    { key: 'approve', effect: 'approve', letter: { templates: [] } },
    { key: 'decline', effect: 'reject', letter: { templates: ['evidence', 'category', 'purpose'] } },
  ],
  report: [
    { key: 'dismiss', effect: 'approve' },
    { key: 'warn', effect: 'reject', letter: { templates: ['story', 'picture', 'claims'] } },
    { key: 'pause', effect: 'reject', letter: { templates: ['story', 'identity', 'claims'] } },
  ],
  charity: [
    { key: 'verify', effect: 'approve' },
    { key: 'return', effect: 'reject', letter: { templates: ['documents', 'registration', 'people'], isOwn: true } },
    {
      key: 'reject',
      effect: 'reject',
      letter: { templates: ['registration', 'authority', 'purpose-unfit'], isOwn: true },
    },
  ],
  name: [
    { key: 'allow', effect: 'approve', letter: { templates: [] } },
    { key: 'keep-name', effect: 'reject', letter: { templates: [] } },
  ],
  comment: [
    { key: 'keep', effect: 'approve' },
    { key: 'hide', effect: 'reject' },
  ],
}

export const reasonMax = 2000

export const findDecision = (kind: CaseKind, key: string): Decision | undefined =>
  decisionsOf[kind].find((decision) => decision.key === key)

/** Validates a decision before anything changes. */
export function checkDecision(
  kind: CaseKind,
  input: {
    readonly decision: string
    readonly reason: string
    readonly template?: string | undefined
    readonly message?: string | undefined
  },
): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  const decision = findDecision(kind, input.decision)
  if (!decision) faults.decision = { code: 'decision-missing' }
  if (input.reason.trim() === '') faults.reason = { code: 'reason-missing' }
  else if (Array.from(input.reason).length > reasonMax)
    faults.reason = { code: 'text-too-long', params: { max: reasonMax } }
  if (Array.from(input.message ?? '').length > reasonMax)
    faults.message = { code: 'text-too-long', params: { max: reasonMax } }
  else if (decision?.letter?.isOwn && !input.template && !input.message?.trim())
    faults.message = { code: 'reason-missing' }
  if (input.template && !decision?.letter?.templates.includes(input.template))
    faults.template = { code: 'invalid-value' }
  return faults
}
