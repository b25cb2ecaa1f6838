import { useEffect, useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage.ts'

type Decision = { readonly key: string; readonly effect: 'approve' | 'reject' }

/** Returns the decision of a shortcut: A and R the first of their effect, 1 to 9 the one at that place. */
export function decisionOfKey(decisions: readonly Decision[], key: string): Decision | undefined {
  if (/^[1-9]$/.test(key)) return decisions[Number(key) - 1]
  return decisions.find(({ effect }) => effect === { a: 'approve', r: 'reject' }[key])
}

/**
 * Single-key shortcuts of the staff area. Inactive while a field has the focus or a modifier is held; can be turned off
 * (WCAG 2.1.4). `act` receives the key in lower case.
 */
export function useQueueKeys(act: (key: string) => void): {
  readonly isOn: boolean
  readonly turn: (isOn: boolean) => void
} {
  const kept = useSyncExternalStore(
    () => () => undefined,
    () => readStored('deskKeys') ?? true,
    () => true,
  )
  const [turned, setTurned] = useState<boolean>()
  const isOn = turned ?? kept
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]'))
        return
      act(event.key.toLowerCase())
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn, act])
  return {
    isOn,
    turn: (next) => {
      setTurned(next)
      writeStored('deskKeys', next)
    },
  }
}
