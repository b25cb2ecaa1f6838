import { changedNames } from '#shared/input/merge-changes.ts'
import { postedText } from '../lib/form-values.ts'
import { textsWith } from './fields.ts'

const prefix = 'loaded-'

type Texts<Name extends string> = Readonly<Record<Name, string>>

/** The field of `LoadedTexts` in a form of the kit; its values are named as the controls are. */
export const loadedTexts = (max: number) => {
  const field = textsWith([prefix], max)
  return { ...field, read: async (form: FormData, name: string) => withoutPrefix(await field.read(form, name)) }
}

const withoutPrefix = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.slice(prefix.length), text]))

/** Reads what `LoadedTexts` posted; undefined if the form has none, such as that of a new object. */
export function postedLoaded<Name extends string>(
  form: FormData,
  names: readonly Name[],
  max: number,
): Texts<Name> | undefined {
  if (!names.some((name) => form.has(prefix + name))) return undefined
  return Object.fromEntries(
    names.map((name) => [name, postedText(form, prefix + name, 2 * max).replaceAll('\r\n', '\n')]),
  ) as Texts<Name>
}

/** Hidden fields with what an editor loaded, so that another person's changes aren't overwritten (content-47). */
export const LoadedTexts = ({ texts }: { readonly texts: Readonly<Record<string, string>> }) =>
  Object.entries(texts).map(([name, text]) => <input key={name} type="hidden" name={prefix + name} value={text} />)

/**
 * Returns what an editor shows and remembers as loaded. After a conflict, fields that the person left alone show what
 * someone else has saved, and sending the form again keeps the person's own text. After any other refusal the form stays
 * based on what it loaded first, so that no change by someone else is accepted unseen.
 */
export function viewMerged<Name extends string>(
  saved: Texts<Name>,
  sent:
    | {
        readonly typed: Texts<Name>
        readonly loaded: Partial<Texts<Name>> | undefined
        readonly refused?: { readonly code: string } | undefined
      }
    | undefined,
): { readonly values: Texts<Name>; readonly loaded: Partial<Texts<Name>> } {
  if (!sent?.loaded) return { values: sent?.typed ?? saved, loaded: saved }
  if (sent.refused?.code !== 'edited-meanwhile') return { values: sent.typed, loaded: sent.loaded }
  const changes = changedNames(sent.typed, sent.loaded).map((name) => [name, sent.typed[name]])
  return { values: { ...saved, ...(Object.fromEntries(changes) as Partial<Texts<Name>>) }, loaded: saved }
}
