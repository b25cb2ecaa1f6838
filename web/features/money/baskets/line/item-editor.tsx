import { useEffect, useReducer, useRef, useState } from 'react'
import { rewardsOf } from '#web/features/causes/campaigns/rewards.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useFaultText, useFrame, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { useControlId } from '#web/ui/labelled.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { useIsHydrated } from '#web/features/platform/addresses/address-fields.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import type { CheckoutChange } from '#web/features/money/giving/state/checkout-reducer.ts'
import { shownFault } from '#web/features/money/giving/state/checkout-validation.ts'
import type { Form } from '#web/features/money/giving/state/checkout-state.ts'
import { useMoneyText } from '#web/features/money/giving/form/money-text.ts'
import { levelOfOffer } from '#web/features/money/giving/qurbani-level.ts'
import {
  type Basket,
  basketCalls,
  recoverLostResponse,
  type NewItem,
  broadcastBasket,
  useActiveBasket,
} from '../basket-client.ts'
import { ItemFields } from './item-fields.tsx'
import {
  originOf,
  checkItem,
  controlOfItem,
  initialItemForm,
  formOfLine,
  donationOfItem,
  type ItemData,
  newItemOf,
  isMissingTaxAddress,
  type Line,
  type Start,
} from './item-form.ts'
import { initialItemState, reduceItem } from './item-state.ts'
import { type AddedItem, addItemToBasket } from '../add-item.ts'

/** The data of an item form, loaded with the page or when the drawer opens. */
export type ItemPage = {
  readonly item: ItemData
  readonly campaign: {
    readonly slug: string
    readonly title: string
    readonly language: string
    readonly organizationName: string
    readonly organizationNameAr: string | null
  }
  readonly addressData: AddressData
}

export type ItemEditorProps = ItemPage & {
  readonly line: Line | undefined
  readonly version: number | undefined
  readonly start: Start
  /** Idempotency key of the form without JavaScript, which then adds the item once however often it is sent. */
  readonly idempotencyKey?: string
  /** The fields posted by a form without JavaScript, and the result. */
  readonly posted?:
    | { readonly form: Form; readonly errors: Readonly<Record<string, string>>; readonly problem: string }
    | undefined
  /** `amount`: the saved amount, formatted. */
  readonly onDone: (done: {
    readonly basket: Basket
    readonly undo?: AddedItem['undo']
    readonly amount: string
  }) => void
}

/** The form that adds or changes a basket line, used in the drawer and on its own page (S1 §4, §5, §8). */
export function ItemEditor({
  item,
  addressData,
  line,
  version,
  start,
  idempotencyKey,
  posted,
  onDone,
}: ItemEditorProps) {
  const t = useText()
  const faultText = useFaultText()
  const show = useMoneyText()
  const isAlive = useIsHydrated()
  const filling = useActiveBasket()
  const frame = useFrame()
  const userId = frame?.viewer.id ?? ''
  const footId = useControlId('foot')
  const [state, dispatch] = useReducer(
    reduceItem,
    {
      form: posted?.form ?? (line ? formOfLine(item, line) : initialItemForm(item, start)),
      checkoutData: item.checkoutData,
      ...(posted ? { served: posted.errors } : {}),
    },
    initialItemState,
  )
  const { ofFaults, ofTexts } = useSummary()
  const [summary, setSummary] = useState<readonly FormError[]>(() =>
    ofTexts(Object.entries(posted?.errors ?? {}).map(([id, text]) => ({ id, text }))),
  )
  const [toast, setToast] = useState('')
  const known = useRef(version)
  const { form, checkoutData, isSaving } = state
  const faults = checkItem(form, checkoutData, line)
  const unchanged = state.isAmountUnchanged ? line : undefined
  const gift = donationOfItem(form, checkoutData, unchanged)
  const amount = show(gift)
  const isDisabled = isAlive && isMissingTaxAddress(form, checkoutData)
  const problem = state.problem || posted?.problem || (line && isAlive && !filling ? t('item.missing') : '')

  const progress = { isSubmitted: state.isSubmitted, hasLeft: (id: string) => state.visited.includes(id) }
  const errorOf = (id: string): string | undefined =>
    state.serverErrors[id] ?? faultText(shownFault(id, form, faults, progress))

  useEffect(() => {
    if (!line && !posted && readStored('userTaxDeductiblePreference') === false)
      dispatch({ type: 'change', change: { field: 'taxReceipt', value: false } })
    // Runs once, after hydration, because the preferences are in the browser's storage.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function set(change: CheckoutChange) {
    if (change.field === 'taxReceipt') writeStored('userTaxDeductiblePreference', change.value)
    dispatch({ type: 'change', change })
  }

  async function save() {
    if (isSaving) return
    const wrong = ofFaults(faults)
    setSummary(wrong)
    if (wrong.length > 0) return dispatch({ type: 'submit' })
    if (line && !filling) return dispatch({ type: 'reject', served: {}, problem: t('item.missing') })
    dispatch({ type: 'send' })
    try {
      const item = newItemOf(form, checkoutData, originOf(line, start), unchanged)
      if (line && filling) {
        const isMade = ({ items }: Basket) =>
          items.some((candidate) => candidate.id === line.id && isSent(candidate, item))
        onDone({
          basket: await basketCalls
            .update(filling, line.id, item, known.current)
            .catch(recoverLostResponse(known.current, isMade)),
          amount,
        })
      } else onDone({ ...(await addItemToBasket(filling, userId, item, frame?.currency)), amount })
    } catch (error) {
      await refuse(error)
    }
  }

  const isSent = (current: Line, newItem: NewItem) =>
    JSON.stringify(newItemOf(formOfLine(item, current), checkoutData, originOf(current, start), current)) ===
    JSON.stringify(newItem)

  async function refuse(error: unknown) {
    console.warn('the basket could not be changed', error)
    setToast(t(line ? 'item.not-updated' : 'item.not-added'))
    const refused = error instanceof ApiError ? error : undefined
    const served = Object.fromEntries(
      Object.entries(refused?.fields ?? {}).map(([field, text]) => [controlOfItem(field), text]),
    )
    if (refused?.code === 'basket-changed') {
      const current = refused.body.basket as Basket
      known.current = current.version
      broadcastBasket(current)
    }
    const wrong = Object.entries(served).map(([id, text]) => ({ id, text }))
    dispatch({ type: 'reject', served, problem: problemOf(refused, wrong.length > 0) })
    setSummary(ofTexts(wrong))
    if (served.level ?? served.quantity) await countAgain()
  }

  /** Returns the error shown below the button; empty if the fields show their own. */
  function problemOf(refused: ApiError | undefined, hasFieldErrors: boolean): string {
    if (refused?.status === 404) return t('item.missing')
    return hasFieldErrors ? '' : (refused?.message ?? '')
  }

  /** The last unit was taken in the meantime: fetch the remaining quantities. */
  async function countAgain() {
    try {
      const { Rewards } = await api('POST /api/projectapi/rewards', { id: checkoutData.campaignId })
      const items = await Promise.all(
        checkoutData.levels.flatMap(({ id, shares }) =>
          shares ? [api('GET /v4/qurbani/items/:itemId', { itemId: id })] : [],
        ),
      )
      dispatch({
        type: 'update-levels',
        levels: [...rewardsOf(Rewards, checkoutData.currency), ...items.map(levelOfOffer)],
      })
    } catch (error) {
      console.warn('the giving levels could not be read again', error)
    }
  }

  function buttonText(): string {
    if (line) return t('item.update')
    return gift.amount > 0n && isAlive ? t('item.add', { amount }) : t('shell.add-to-basket')
  }

  return (
    <form
      method="post"
      className="item-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The drawer can be inside another form in the React tree, which must not be submitted.
        event.stopPropagation()
        void save()
      }}
    >
      <div className="stack">
        <ErrorSummary title={t('shell.problem')} wrong={summary} />
        <ItemFields
          form={form}
          checkoutData={checkoutData}
          gift={gift}
          addressData={addressData}
          line={line}
          set={set}
          errorOf={errorOf}
          onBlur={(id) => dispatch({ type: 'blur', id })}
        />
      </div>
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {idempotencyKey ? <input type="hidden" name="idempotencyKey" value={idempotencyKey} /> : null}
      <div className="item-foot">
        <Toast text={toast} onGone={() => setToast('')} />
        <p className="small" id={footId} role="status">
          {isDisabled ? t('item.needs-address') : ''}
        </p>
        {isSaving ? <p className="small">{t('item.saving')}</p> : null}
        <Button
          type="submit"
          isWide
          isBusy={isSaving}
          isDisabled={isDisabled}
          onDisabledPress={() => void save()}
          aria-describedby={isDisabled ? footId : undefined}
        >
          {buttonText()}
        </Button>
        {problem ? (
          <p className="error-text" role="alert">
            {problem}
          </p>
        ) : null}
      </div>
    </form>
  )
}
