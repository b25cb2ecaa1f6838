import type { MessageKey, Translate } from '#web/lib/text.tsx'

/** Names an act of the audit log in words; an act without a text as it is stored, "moderation: case taken". */
export function actText(t: Translate, act: string): string {
  const key = `audit-act.${act}`
  const text = t(key as MessageKey)
  return text === key ? act.replace('.', ': ').replaceAll('-', ' ') : text
}
