import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'
import type { VerificationView } from '#modules/organizers/charities/contract.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { differentFields, mergeForms } from './merge-forms.ts'
import { postedVerification } from './posted-verification.ts'
import type { Json } from '#shared/wire/json.ts'

export type SavingState =
  | 'idle'
  | 'saving'
  | 'saved'
  | { readonly message: string }
  /** Someone else saved this version since the form was loaded. */
  | { readonly theirs: Json<VerificationView>; readonly changed: readonly (keyof VerificationForm)[] }

const waitMs = 1000

/**
 * Saves the verification form one second after the last change, with the version that was loaded. On an overlong field
 * it shows the error. On a conflict it overwrites nothing until the author chooses one of both versions (content-47).
 */
export function useFormAutosave(form: RefObject<HTMLFormElement | null>, first: Json<VerificationView>) {
  const organizationId = first.charity.id
  const [saving, setSaving] = useState<SavingState>('idle')
  const [kept, setKept] = useState<Json<VerificationView>>()
  const current = useRef({
    version: first.version,
    /** What was saved last, as the form has it and as the API returns it. */
    typed: first.form as VerificationForm,
    saved: first.form as VerificationForm,
    isDirty: false,
    isRunning: false,
    isBlocked: false,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    const state = current.current
    if (state.isRunning || state.isBlocked || !form.current) return
    state.isRunning = true
    try {
      while (state.isDirty) {
        state.isDirty = false
        setSaving('saving')
        const content = postedVerification(new FormData(form.current))
        const saved = await api('PUT /v4/organizations/:organizationId/verification', {
          organizationId,
          version: state.version,
          form: { ...content, people: [...content.people] },
        })
        state.version = saved.version
        state.typed = content
        state.saved = saved.form
        setKept(saved)
        setSaving('saved')
      }
    } catch (error) {
      state.isDirty = true
      if (!(error instanceof ApiError)) throw error
      const theirs =
        error.code === 'form-changed'
          ? await api('GET /v4/organizations/:organizationId/verification', { organizationId }).catch(() => undefined)
          : undefined
      state.isBlocked = theirs !== undefined
      setSaving(
        theirs
          ? { theirs, changed: differentFields(state.saved, theirs.form) }
          : { message: Object.values(error.fields)[0] ?? error.message },
      )
    } finally {
      state.isRunning = false
    }
  }, [form, organizationId])

  const onChange = useCallback(() => {
    current.current.isDirty = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), waitMs)
  }, [save])

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

  /** The submission contains all changes, so leaving the page loses nothing. */
  const onSubmit = () => {
    clearTimeout(timer.current)
    current.current.isDirty = false
  }
  /** Resolves a conflict: with what this form changed, in the other version, or with the other version alone. */
  const settle = async (choice: 'mine' | 'theirs') => {
    if (typeof saving !== 'object' || !('theirs' in saving)) return
    const { theirs } = saving
    const state = current.current
    if (choice === 'mine' && form.current) {
      const merged = mergeForms({
        before: state.typed,
        mine: postedVerification(new FormData(form.current)),
        theirs: theirs.form,
      })
      try {
        await api('PUT /v4/organizations/:organizationId/verification', {
          organizationId,
          version: theirs.version,
          form: { ...merged, people: [...merged.people] },
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Saved again as it is, to show the error at its field or the newer conflict.
        state.isBlocked = false
        return void save()
      }
    }
    state.isDirty = false
    window.location.reload()
  }
  return { saving, kept, onChange, onSubmit, settle }
}
