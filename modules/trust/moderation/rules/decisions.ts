import type { Fault } from '#shared/problem.ts'
import type { CaseKind } from './score.ts'

/** What may be decided. `stands`: the subject stays as it is or gets what it asked for; `falls`: it does not. */
export type Decision = {
  readonly key: string
  readonly effect: 'stands' | 'falls'
  /**
   * Whether somebody is written to, and with which paragraphs to choose from (`locales/en/trust/moderation-mails.json`). `isOwn`: by the subject's
   * own module, and never without a word.
   */
  readonly letter?: { readonly templates: readonly string[]; readonly isOwn?: true }
}

/** The first of an effect is what the keyboard's A and R choose. */
export const decisionsOf: Readonly<Record<CaseKind, readonly Decision[]>> = {
  fundraiser: [
    { key: 'publish', effect: 'stands' },
    {
      key: 'send-back',
      effect: 'falls',
      letter: { templates: ['story', 'picture', 'claims', 'identity'], isOwn: true },
    },
  ],
  edit: [
    { key: 'accept', effect: 'stands' },
    { key: 'warn', effect: 'falls', letter: { templates: ['story', 'picture', 'claims'] } },
    { key: 'pause', effect: 'falls', letter: { templates: ['story', 'picture', 'claims', 'identity'] } },
  ],
  refund: [
    { key: 'grant', effect: 'stands' },
    { key: 'refuse', effect: 'falls', letter: { templates: [], isOwn: true } },
  ],
  zakat: [
    { key: 'approve', effect: 'stands', letter: { templates: [] } },
    { key: 'decline', effect: 'falls', letter: { templates: ['evidence', 'category', 'purpose'] } },
  ],
  report: [
    { key: 'dismiss', effect: 'stands' },
    { key: 'warn', effect: 'falls', letter: { templates: ['story', 'picture', 'claims'] } },
    { key: 'pause', effect: 'falls', letter: { templates: ['story', 'identity', 'claims'] } },
  ],
  charity: [
    { key: 'verify', effect: 'stands' },
    { key: 'return', effect: 'falls', letter: { templates: ['documents', 'registration', 'people'], isOwn: true } },
    {
      key: 'reject',
      effect: 'falls',
      letter: { templates: ['registration', 'authority', 'purpose-unfit'], isOwn: true },
    },
  ],
  comment: [
    { key: 'keep', effect: 'stands' },
    { key: 'hide', effect: 'falls' },
  ],
}

export const reasonMax = 2000

export const findDecision = (kind: CaseKind, key: string): Decision | undefined =>
  decisionsOf[kind].find((each) => each.key === key)

/** What is wrong with a decision before anything is done. */
export function checkDecision(
  kind: CaseKind,
  of: {
    readonly decision: string
    readonly reason: string
    readonly template?: string | undefined
    readonly message?: string | undefined
  },
): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  const decision = findDecision(kind, of.decision)
  if (!decision) faults.decision = { code: 'decision-missing' }
  if (of.reason.trim() === '') faults.reason = { code: 'reason-missing' }
  else if (Array.from(of.reason).length > reasonMax)
    faults.reason = { code: 'text-too-long', params: { max: reasonMax } }
  if (Array.from(of.message ?? '').length > reasonMax)
    faults.message = { code: 'text-too-long', params: { max: reasonMax } }
  else if (decision?.letter?.isOwn && !of.template && !of.message?.trim()) faults.message = { code: 'reason-missing' }
  if (of.template && !decision?.letter?.templates.includes(of.template)) faults.template = { code: 'invalid-value' }
  return faults
}
