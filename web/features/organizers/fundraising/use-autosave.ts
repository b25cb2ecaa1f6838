import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftView } from '#modules/organizers/fundraising/contract.ts'
import { api, ApiError } from '#web/lib/api.ts'
import type { Json } from '#shared/wire/json.ts'

export type Content = Json<DraftView>['content']
export type Saving = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

/** Autosave delay; longer than a typical pause between words. */
const waitMs = 1000

/**
 * Autosaves a draft one second after the last change, with the version it is based on. After a conflict nothing is
 * overwritten: `theirs` is the stored version, and the author chooses.
 */
export function useAutosave(first: Json<DraftView>) {
  const [content, setContent] = useState(first.content)
  const [kept, setKept] = useState(first)
  const [saving, setSaving] = useState<Saving>('saved')
  const [theirs, setTheirs] = useState<Json<DraftView>>()
  const [failure, setFailure] = useState<{ message: string; fields: Readonly<Record<string, string>> }>({
    message: '',
    fields: {},
  })
  /** Incremented when the other version was accepted, which remounts fields with their own state. */
  const [taken, setTaken] = useState(0)
  const mine = useRef({ content: first.content, version: first.version, isDirty: false, isBlocked: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean>>(undefined)

  /** Saves unsaved changes. Returns whether everything is saved. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    const run = async (): Promise<boolean> => {
      while (mine.current.isDirty) {
        if (mine.current.isBlocked) return false
        mine.current.isDirty = false
        setSaving('saving')
        try {
          const draft = await api('PATCH /v4/campaigns/:campaignId/draft', {
            campaignId: first.campaignId,
            version: mine.current.version,
            ...mine.current.content,
          })
          mine.current.version = draft.version
          setKept(draft)
          setFailure({ message: '', fields: {} })
        } catch (error) {
          mine.current.isDirty = true
          if (!(error instanceof ApiError)) throw error
          if (error.code === 'draft-changed' && error.body.draft) {
            mine.current.isBlocked = true
            setTheirs(error.body.draft as Json<DraftView>)
            setSaving('conflict')
          } else {
            setFailure({ message: error.message, fields: error.fields })
            setSaving('failed')
          }
          return false
        }
      }
      setSaving('saved')
      return true
    }
    return (running.current ??= run().finally(() => {
      running.current = undefined
    }))
  }, [first.campaignId])

  const change = useCallback(
    (changed: Partial<Content>) => {
      mine.current.content = { ...mine.current.content, ...changed }
      mine.current.isDirty = true
      setContent(mine.current.content)
      if (mine.current.isBlocked) return
      setSaving((now) => (now === 'saving' ? now : 'unsaved'))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), waitMs)
    },
    [flush],
  )

  const settle = (version: number, next: Content, isDirty: boolean) => {
    mine.current = { content: next, version, isDirty, isBlocked: false }
    setContent(next)
    setTheirs(undefined)
    if (isDirty) void flush()
    else setSaving('saved')
  }
  const keepMine = () => theirs && settle(theirs.version, mine.current.content, true)
  const takeTheirs = () => {
    if (!theirs) return
    setKept(theirs)
    setTaken((times) => times + 1)
    settle(theirs.version, theirs.content, false)
  }

  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (mine.current.isDirty || running.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      clearTimeout(timer.current)
    }
  }, [])

  return {
    content,
    kept,
    saving,
    theirs,
    taken,
    failure,
    change,
    flush,
    keepMine,
    takeTheirs,
    version: () => mine.current.version,
  }
}
export type Autosave = ReturnType<typeof useAutosave>
