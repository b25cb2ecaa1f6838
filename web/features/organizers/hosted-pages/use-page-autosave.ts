import { useCallback, useEffect, useRef, useState } from 'react'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { changedFields, isFormOutdated } from './page-changes.ts'
import { defaultFormData, type PostedPage, postedPage } from './posted-page.ts'
import type { Json } from '#shared/wire/json.ts'

export type PageSaving = 'idle' | 'unsaved' | 'saving' | 'saved' | 'conflict' | { readonly message: string }

const waitMs = 1000

const read = (form: HTMLFormElement | null) => (form ? postedPage(new FormData(form)) : undefined)

/** Remembers the focused field and its selection, and returns a function that restores them after re-rendering. */
function keepFocus() {
  const active = document.activeElement
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return () => undefined
  const { id, selectionStart } = active
  return () => {
    const next = document.getElementById(id)
    next?.focus()
    if (selectionStart !== null && (next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement))
      next.setSelectionRange(selectionStart, selectionStart)
  }
}

/**
 * Saves the changed fields of a page's draft one second after the last change, with the version they are based on
 * (pages-8). Merges other members' changes into the form; if both changed the same field, nothing is overwritten until
 * the author chooses. Asks before leaving with unsaved changes.
 */
export function usePageAutosave({
  subdomain,
  page,
}: {
  readonly subdomain: string
  readonly page: Json<HostedPageView>
}) {
  const form = useRef<HTMLFormElement>(null)
  const [saving, setSaving] = useState<PageSaving>('idle')
  const [kept, setKept] = useState(page)
  const [typed, setTyped] = useState<PostedPage>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  /** Incremented to re-render the form. */
  const [drawn, setDrawn] = useState(0)
  const state = useRef({
    kept: page,
    base: undefined as PostedPage | undefined,
    isDirty: false,
    /** The server has newer values than the form. */
    isOutdated: false,
    theirs: undefined as Json<HostedPageView> | undefined,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean>>(undefined)
  const refocus = useRef<() => void>(undefined)

  const fail = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    state.current.theirs = error.body.page as Json<HostedPageView> | undefined
    setErrors(error.fields)
    setSaving(state.current.theirs ? 'conflict' : { message: Object.values(error.fields)[0] ?? error.message })
    return false
  }, [])
  const draw = useCallback((next: Json<HostedPageView>) => {
    state.current.kept = next
    state.current.isOutdated = false
    refocus.current = keepFocus()
    setKept(next)
    setTyped(undefined)
    setDrawn((times) => times + 1)
  }, [])

  /** Saves unsaved changes. Returns whether everything is saved. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    const run = async (): Promise<boolean> => {
      const current = state.current
      while (current.isDirty) {
        const now = read(form.current)
        if (!now || current.theirs) return false
        current.isDirty = false
        const sent = changedFields(current.base ?? now, now)
        setSaving('saving')
        try {
          const { slug, version } = current.kept
          const saved = await api('PATCH /v4/organizations/:subdomain/hosted-pages/:slug', {
            subdomain,
            slug,
            version,
            ...sent,
          })
          current.isOutdated ||= isFormOutdated(current.kept, saved, sent)
          current.kept = saved
          current.base = now
          setErrors({})
          // Re-rendering would discard what is being typed; the next save does it.
          if (current.isOutdated && !current.isDirty) draw(saved)
          else setKept(saved)
        } catch (error) {
          current.isDirty = true
          return fail(error)
        }
      }
      setSaving('saved')
      return true
    }
    return (running.current ??= run().finally(() => {
      running.current = undefined
    }))
  }, [draw, fail, subdomain])

  const onChange = useCallback(() => {
    setTyped(read(form.current))
    state.current.isDirty = true
    setSaving((pageSaving) => (pageSaving === 'conflict' ? pageSaving : 'unsaved'))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), waitMs)
  }, [flush])

  /** Publishes the saved draft. Returns its slug; undefined if it was rejected. */
  const publish = useCallback(async (): Promise<string | undefined> => {
    if (!(await flush())) return undefined
    try {
      const { slug, version } = state.current.kept
      const published = await api('POST /v4/organizations/:subdomain/hosted-pages/:slug/state', {
        subdomain,
        slug,
        version,
        state: 'published',
      })
      return published.slug
    } catch (error) {
      fail(error)
      return undefined
    }
  }, [fail, flush, subdomain])

  /** Resolves a conflict with this form's values or the stored ones. */
  const settle = (choice: 'mine' | 'theirs') => {
    const { theirs } = state.current
    if (!theirs) return
    state.current.theirs = undefined
    if (choice === 'mine') {
      state.current.kept = { ...state.current.kept, version: theirs.version, slug: theirs.slug }
      void flush()
    } else {
      state.current.isDirty = false
      draw(theirs)
      setErrors({})
      setSaving('saved')
    }
  }

  useEffect(() => {
    if (!form.current) return
    state.current.base = postedPage(defaultFormData(form.current))
    // Input from before hydration counts as a change.
    const now = read(form.current)
    if (now && Object.keys(changedFields(state.current.base, now)).length > 0) onChange()
    refocus.current?.()
    refocus.current = undefined
  }, [drawn, onChange])

  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (state.current.isDirty || running.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      clearTimeout(timer.current)
    }
  }, [])
  return { form, saving, kept, typed, errors, drawn, onChange, flush, publish, settle }
}
