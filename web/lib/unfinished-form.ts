import { startTransition, useEffect, useRef, useState } from 'react'
import { isEmbedded, readFromTab, storeInTab } from './storage.ts'

/** What a donor typed or chose in a form that isn't finished, by field. */
export type UnfinishedValues = Readonly<Record<string, unknown>>
type Unfinished = { readonly link: string; readonly values: UnfinishedValues }

const keyOf = (name: string): string => `sunbul.form.${name}`

/** Returns the values of an unfinished form in this tab; undefined if there are none, or the entry is damaged. */
function readUnfinishedForm(name: string): Unfinished | undefined {
  if (isEmbedded()) return undefined
  const stored = readFromTab<Partial<Unfinished>>(keyOf(name))
  const isValid = typeof stored === 'object' && typeof stored.values === 'object' && stored.values !== null
  return isValid ? { link: String(stored.link), values: stored.values as UnfinishedValues } : undefined
}

/** Stores the values of an unfinished form in this tab (privacy-9), or deletes them. Embedded forms store nothing. */
export function storeUnfinishedForm(name: string, unfinished: Unfinished | undefined): void {
  if (!isEmbedded()) storeInTab(keyOf(name), unfinished)
}

/**
 * Keeps what the donor typed or chose in this tab until the form is finished, so that another language, a login, a
 * reload or a return from the bank loses nothing (privacy-9). Only fields that the donor touched are stored, so that
 * all others follow the link, the account and the visitor's country.
 */
export function useUnfinishedForm<Form extends object>({
  name,
  link = '',
  form,
  restore,
}: {
  /** Identifies the form in this tab, such as `checkout/<slug>`. */
  readonly name: string
  /** What the link presets; a different link takes precedence over what was typed before. */
  readonly link?: string
  readonly form: Form
  /**
   * Applies the stored values once, after hydration, except of fields that the donor has touched since. Returns the
   * fields that it restored.
   */
  readonly restore: (
    values: UnfinishedValues,
    context: { readonly isSameLink: boolean; readonly isTouched: (field: string) => boolean },
  ) => Promise<readonly (keyof Form & string)[]>
}): {
  /** Call it with the fields that the donor changes. */
  readonly touch: (...fields: readonly (keyof Form & string)[]) => void
  /** Deletes the stored values; call it after the payment. */
  readonly finish: () => void
} {
  const touched = useRef(new Set<keyof Form & string>())
  const isFinished = useRef(false)
  const [isRestored, setRestored] = useState(false)

  useEffect(() => {
    // Until the stored values are restored, the form's own would overwrite them.
    if (!isRestored || isFinished.current || touched.current.size === 0) return
    const values = Object.fromEntries([...touched.current].map((field) => [field, form[field]]))
    storeUnfinishedForm(name, { link, values })
  }, [name, link, form, isRestored])

  useEffect(() => {
    const stored = readUnfinishedForm(name)
    const isTouched = (field: string) => touched.current.has(field as keyof Form & string)
    const restoring = stored ? restore(stored.values, { isSameLink: stored.link === link, isTouched }) : undefined
    Promise.resolve(restoring)
      .then(
        (fields = []) => fields.forEach((field) => touched.current.add(field)),
        (error: unknown) => console.warn('an unfinished form could not be restored', error),
      )
      // A transition, because parts that aren't hydrated yet would otherwise be replaced by their placeholders.
      .finally(() => startTransition(() => setRestored(true)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration: the browser stores the values
  }, [])

  return {
    touch: (...fields) => {
      for (const field of fields) touched.current.add(field)
    },
    finish: () => {
      isFinished.current = true
      storeUnfinishedForm(name, undefined)
    },
  }
}
