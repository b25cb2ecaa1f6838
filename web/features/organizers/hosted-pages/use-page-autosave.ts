import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { api, Refused } from '../../../lib/api.ts'
import { type PostedPage, postedPage } from './posted-page.ts'

export type PageSaving = 'idle' | 'saving' | 'saved' | 'conflict' | { readonly message: string }

const waitMs = 1000

/**
 * Saves the draft of a page a second after the last change, from the version it was loaded at, and tells what the form
 * has now, for its preview. A conflict is shown, and nothing is overwritten; leaving with unsaved changes is asked about.
 */
export function usePageAutosave(
  form: RefObject<HTMLFormElement | null>,
  { subdomain, page }: { readonly subdomain: string; readonly page: HostedPageView },
) {
  const [saving, setSaving] = useState<PageSaving>('idle')
  const [kept, setKept] = useState(page)
  const [typed, setTyped] = useState<PostedPage>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const current = useRef({ version: page.version, slug: page.slug, isDirty: false, isRunning: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    const state = current.current
    if (state.isRunning || !form.current) return
    state.isRunning = true
    try {
      while (state.isDirty) {
        state.isDirty = false
        setSaving('saving')
        const saved = await api('PATCH /v4/organizations/:subdomain/hosted-pages/:slug', {
          subdomain,
          slug: state.slug,
          version: state.version,
          ...postedPage(new FormData(form.current)),
        })
        state.version = saved.version
        state.slug = saved.slug
        setKept(saved)
        setErrors({})
        setSaving('saved')
      }
    } catch (error) {
      state.isDirty = true
      if (!(error instanceof Refused)) throw error
      setErrors(error.fields)
      setSaving(
        error.code === 'hosted-page-changed'
          ? 'conflict'
          : { message: Object.values(error.fields)[0] ?? error.message },
      )
    } finally {
      state.isRunning = false
    }
  }, [form, subdomain])

  const onChange = useCallback(() => {
    if (form.current) setTyped(postedPage(new FormData(form.current)))
    current.current.isDirty = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), waitMs)
  }, [form, save])

  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (current.current.isDirty || current.current.isRunning) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      clearTimeout(timer.current)
    }
  }, [])

  /** A form that is being posted holds everything: leaving the page is not a loss. */
  const onSubmit = () => {
    clearTimeout(timer.current)
    current.current.isDirty = false
  }
  return { saving, kept, typed, errors, onChange, onSubmit }
}
