import { useEffect, useReducer, useState } from 'react'
import { readStored, storePreferences } from '#web/lib/storage.ts'
import { useUnfinishedForm } from '#web/lib/unfinished-form.ts'
import { lastUsedCard } from '#web/features/money/cards/recall-card.ts'
import { useKnownGuest } from '#web/features/money/giving/returning/known-guest.tsx'
import { type CheckoutChange, reduceForm } from '#web/features/money/giving/state/checkout-reducer.ts'
import { storedFieldsOf } from '#web/features/money/giving/state/unfinished-checkout.ts'
import type { Confirm } from './confirm-data.ts'

/** Fields of the last step that a checkout doesn't have. */
const moreFields = ['phone', 'code', 'remindBefore'] as const
type More = { readonly phone: string; readonly code: string; readonly remindBefore: boolean }

/** Holds the fields of the wizard's last step, which this tab keeps until the plan has started. */
export function useConfirmForm(path: string, { initial, posted, checkoutData, cards }: Confirm) {
  const [form, dispatch] = useReducer(reduceForm, initial.form)
  const [more, setMore] = useState<More>({
    phone: initial.phone,
    code: initial.code,
    remindBefore: initial.remindBefore,
  })

  useEffect(() => {
    if (readStored('userTaxDeductiblePreference') === false) dispatch({ field: 'taxReceipt', value: false })
    // A refused tip stays refused (amounts-8).
    if (readStored('checkoutPreferences')?.tipChoice === '0')
      dispatch({ field: 'tipOffered', value: { choice: '0', typed: '0' } })
    const cardId = lastUsedCard(cards)
    if (cardId !== undefined) dispatch({ field: 'cardId', value: cardId })
    // Runs once, after hydration, because the preferences are in the browser's storage.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const unfinished = useUnfinishedForm({
    name: `plan${path}`,
    form: { ...form, ...more },
    restore: async (values, { isTouched }) => {
      if (posted) return []
      const { restoreCheckout } = await import('#web/features/money/giving/state/restore-checkout.ts')
      const changes = restoreCheckout(values, { initial: initial.form, checkoutData, isSameLink: true }).filter(
        ({ field }) => !isTouched(field),
      )
      changes.forEach(dispatch)
      const others = moreFields.filter((field) => typeof values[field] === typeof more[field] && !isTouched(field))
      setMore((now) => others.reduce((next, field) => ({ ...next, [field]: values[field] }), now))
      return [...changes.flatMap(storedFieldsOf), ...others]
    },
  })

  const guest = useKnownGuest(checkoutData.isSignedIn, (value) => dispatch({ field: 'contact', value }))

  return {
    form,
    more,
    guest,
    /** Applies a change that the donor makes. */
    set: (change: CheckoutChange) => {
      dispatch(change)
      unfinished.touch(...storedFieldsOf(change))
      if (change.field === 'tipChoice') storePreferences({ tipChoice: change.value })
    },
    setMore: (next: More) => {
      setMore(next)
      unfinished.touch(...moreFields)
    },
    finish: unfinished.finish,
  }
}
