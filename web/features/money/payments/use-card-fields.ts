import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CardFields, CardSettings } from '#modules/money/payments/rules/card-fields.ts'
import { mountCardFields } from './card-fields.ts'

export type MountedCardFields = {
  /** The element that contains the fields. */
  readonly place: RefObject<HTMLDivElement | null>
  readonly fields: RefObject<CardFields | undefined>
  readonly state: 'loading' | 'ready' | 'failed'
}

/**
 * Mounts the provider's card fields once they are wanted, and keeps them until the page unloads, because mounting again
 * would lose the typed card.
 */
export function useCardFields(
  settings: Omit<CardSettings, 'onReady' | 'onFailed'>,
  isWanted: boolean,
): MountedCardFields {
  const place = useRef<HTMLDivElement>(null)
  const fields = useRef<CardFields | undefined>(undefined)
  const [state, setState] = useState<MountedCardFields['state']>('loading')
  const isMounted = useRef(false)
  const isGone = useRef(false)

  useEffect(() => {
    if (!isWanted || isMounted.current || !place.current) return
    isMounted.current = true
    const into = place.current
    mountCardFields(into, {
      ...settings,
      onReady: () => setState('ready'),
      onFailed: () => setState('failed'),
    })
      .then((mounted) => {
        if (isGone.current) mounted.destroy()
        else fields.current = mounted
      })
      .catch((error: unknown) => {
        console.error('the card fields could not be shown', error)
        isMounted.current = false
        setState('failed')
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- mounted once, with the first render's settings
  }, [isWanted])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      fields.current?.destroy()
    }
  }, [])

  return { place, fields, state }
}
