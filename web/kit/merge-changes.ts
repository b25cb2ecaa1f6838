import type { Fault } from '#shared/problem.ts'
import { isolate } from '#shared/text.ts'

/** Texts of a form by the name of their field. */
type Texts<Name extends string> = Readonly<Record<Name, string>>

/**
 * Merges what a person typed with what someone else saved since the page was opened. Returns the fields that the person
 * changed, and a fault for each of them that was changed to another text meanwhile. Fields that the person left alone
 * keep the other's text.
 */
export function mergeChanges<Name extends string>(
  typed: Texts<Name>,
  { loaded, saved }: { readonly loaded: Partial<Texts<Name>>; readonly saved: Texts<Name> },
): { readonly changes: Partial<Texts<Name>>; readonly conflicts: Readonly<Record<string, Fault>> } {
  const names = (Object.keys(typed) as Name[]).filter((name) => !isSame(typed[name], loaded[name]))
  const conflicting = names.filter((name) => !isSame(saved[name], loaded[name]) && !isSame(saved[name], typed[name]))
  return {
    changes: Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<Texts<Name>>,
    conflicts: Object.fromEntries(
      conflicting.map((name) => [name, { code: 'changed-meanwhile', params: { text: excerptOf(saved[name]) } }]),
    ),
  }
}

/** Browsers post line ends as CR LF. */
const isSame = (a: string, b: string | undefined): boolean =>
  b !== undefined && a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()

/** A long text is cut, because it is compared beside the typed one. */
const excerptOf = (text: string): string => isolate(text.length > 300 ? `${text.slice(0, 300)}…` : text)
