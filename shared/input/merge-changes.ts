import { type Fault, Problem } from '../problem.ts'
import { isolate } from '../text.ts'

/** A value of an editor's field, as text: a goal as its amount, a ticked box as any text, an empty field as an empty text. */
type Texts<Name extends string> = Readonly<Record<Name, string>>
/** What the editor loaded, and what is saved now. */
type Bases<Name extends string> = { readonly loaded: Partial<Texts<Name>>; readonly saved: Texts<Name> }

/** Returns the fields that a person changed since they opened the editor. */
export const changedNames = <Name extends string>(typed: Texts<Name>, loaded: Partial<Texts<Name>>): Name[] =>
  (Object.keys(typed) as Name[]).filter((name) => !isSame(typed[name], loaded[name]))

/**
 * Merges what a person typed with what someone else saved since the page was opened (content-47). Returns the fields
 * that the person changed, and a fault for each of them that was changed to another text meanwhile. Fields that the
 * person left alone keep the other's text. `unquoted` names fields whose values mean nothing to a reader, such as ids.
 */
export function mergeChanges<Name extends string>(
  typed: Texts<Name>,
  { loaded, saved }: Bases<Name>,
  unquoted: readonly NoInfer<Name>[] = [],
): { readonly changes: Partial<Texts<Name>>; readonly conflicts: Readonly<Record<string, Fault>> } {
  const names = changedNames(typed, loaded)
  const conflicting = names.filter((name) => !isSame(saved[name], loaded[name]) && !isSame(saved[name], typed[name]))
  return {
    changes: Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<Texts<Name>>,
    conflicts: Object.fromEntries(
      conflicting.map((name) => [name, unquoted.includes(name) ? { code: 'choice-changed' } : faultOf(saved[name])]),
    ),
  }
}

/**
 * Returns the texts to save: `saved` with what the person changed. Throws `edited-meanwhile` (409) with a fault at each
 * field that both changed. Without `loaded`, everything that was typed is saved.
 */
export function mergeOrReject<Name extends string>(
  typed: Texts<Name>,
  { loaded, saved }: { readonly loaded: Partial<Texts<Name>> | undefined; readonly saved: Texts<Name> },
  unquoted: readonly NoInfer<Name>[] = [],
): Texts<Name> {
  if (loaded === undefined) return typed
  const { changes, conflicts } = mergeChanges(typed, { loaded, saved }, unquoted)
  if (Object.keys(conflicts).length > 0) throw new Problem('conflict', 'edited-meanwhile', { fields: conflicts })
  return { ...saved, ...changes }
}

/** Browsers post line ends as CR LF. */
const isSame = (a: string, b: string | undefined): boolean =>
  b !== undefined && a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()

const faultOf = (text: string): Fault =>
  text.trim() === ''
    ? { code: 'emptied-meanwhile' }
    : { code: 'changed-meanwhile', params: { text: isolate(excerptOf(text)) } }

/** A long text is cut, because it is compared beside the typed one. */
const excerptOf = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
