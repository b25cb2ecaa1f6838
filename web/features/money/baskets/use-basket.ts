import { useCallback, useEffect, useRef, useState } from 'react'
import { fieldOfWire } from '#modules/platform/addresses/rules/wire.ts'
import { isTipPercent, type TipPolicy } from '#modules/money/giving/rules/fees/tip.ts'
import { type CallOptions, ApiError } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { type BasketData, itemOf, type BasketLine } from './line/basket-line.ts'
import { initialState, type BasketChange, reduceBasket } from './state/basket-reducer.ts'
import { editOf, isUnsaved, linesToSave } from './state/basket-saving.ts'
import { basketLinesOf, type BasketState, type Suggested } from './state/basket-state.ts'
import { type Basket, basketCalls, recoverLostResponse, onBasketChangedElsewhere } from './basket-client.ts'

/** The delay before saving (S2 §9), in milliseconds. */
const saveDelayMs = 1000

export type BasketController = {
  readonly state: BasketState
  dispatch(change: BasketChange): void
  /**
   * Saves pending changes at once. Returns the current basket; undefined if it could not be saved, and the page says
   * why.
   */
  flush(): Promise<Basket | undefined>
  /** Returns the basket as last saved. */
  savedBasket(): Basket
  /** Restores the line that was just removed. */
  restoreRemoved(): Promise<void>
}

export type LoadedFor = {
  readonly basket: Basket
  readonly tipPolicy: TipPolicy
  /** Whether this browser's preference may be suggested, because the donor's account has none. */
  readonly shouldRemember: { readonly [Preference in keyof Suggested]-?: boolean }
}

/**
 * Holds the basket that the page edits. Saves one second after the last change (S2 §4), one request at a time, each
 * based on the version of the previous response.
 */
export function useBasket(
  { basket: loaded, tipPolicy: policy, shouldRemember }: LoadedFor,
  basketData: BasketData,
  posted?: Pick<BasketState, 'changes' | 'preferences' | 'errors'>,
): BasketController {
  const [state, show] = useState<BasketState>(() => ({ ...initialState(loaded, basketData, { policy }), ...posted }))
  const now = useRef(state)
  const known = useRef(basketData)
  const saves = useRef<Promise<Basket | undefined>>(Promise.resolve(undefined))
  /** The newest version that another tab reported. */
  const newestElsewhere = useRef(0)
  const dispatch = useCallback((change: BasketChange) => {
    now.current = reduceBasket(now.current, change)
    show(now.current)
  }, [])

  useEffect(() => {
    known.current = basketData
    const before = now.current.basket
    if (before === loaded || (before.id === loaded.id && loaded.version < before.version)) return
    dispatch({ kind: 'loaded', basket: loaded, basketData })
    // Another tab changed the basket again while this version was loading.
    if (newestElsewhere.current > loaded.version) dispatch({ kind: 'elsewhere' })
  }, [loaded, basketData, dispatch])

  useEffect(() => {
    const { tipChoice, anonymous, newsletter } = readStored('checkoutPreferences') ?? {}
    if (tipChoice && isTipPercent(tipChoice)) dispatch({ kind: 'tip-suggested', choice: tipChoice })
    dispatch({
      kind: 'preferences-suggested',
      suggested: {
        anonymous: shouldRemember.anonymous && anonymous === true,
        newsletter: shouldRemember.newsletter && newsletter === true,
      },
    })
    return onBasketChangedElsewhere((other) => {
      const { id, version } = now.current.basket
      if (other && (other.id !== id || other.version <= version)) return
      newestElsewhere.current = other?.version ?? 0
      dispatch({ kind: 'elsewhere' })
    })
    // Runs once, after hydration, because the preferences are in the browser's storage.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dispatch])

  const saveNext = useCallback(
    (options?: CallOptions): Promise<Basket | undefined> => {
      const next = () => save(now, known, dispatch, options)
      saves.current = saves.current.then(next, next)
      return saves.current
    },
    [dispatch],
  )
  const flush = useCallback(() => saveNext(), [saveNext])

  const restoreRemoved = useCallback(async () => {
    const { removed } = now.current
    if (!removed) return
    const restore = async (): Promise<Basket | undefined> => {
      // A second click on Undo.
      if (now.current.removed?.id !== removed.id) return now.current.basket
      // The removal isn't saved yet.
      if (now.current.changes[removed.id]?.isRemoved) dispatch({ kind: 'kept', id: removed.id })
      else if (removed.item) {
        const { id, userId } = now.current.basket
        // The removed line's id is the idempotency key, so the line is restored only once.
        dispatch({ kind: 'saved', basket: await basketCalls.add({ id, userId }, removed.item, removed.id) })
        dispatch({ kind: 'all-saved' })
      }
      dispatch({ kind: 'put-back', id: removed.id })
      return now.current.basket
    }
    // Runs after the save in progress, which may be the one that removes the line.
    saves.current = saves.current.then(restore, restore)
    await saves.current
  }, [dispatch])

  const isDue = !state.isChangedElsewhere && (state.saving === 'typed' || isUnsaved(state, basketData))
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void flush(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [isDue, state.changes, state.preferences, state.tip, flush])

  useEffect(() => {
    const saveOnLeave = () => {
      if (!now.current.isChangedElsewhere && isUnsaved(now.current, known.current)) void saveNext({ keepalive: true })
    }
    addEventListener('pagehide', saveOnLeave)
    return () => removeEventListener('pagehide', saveOnLeave)
  }, [saveNext])

  const savedBasket = useCallback(() => now.current.basket, [])

  return { state, dispatch, flush, savedBasket, restoreRemoved }
}

async function save(
  now: { readonly current: BasketState },
  known: { readonly current: BasketData },
  dispatch: (change: BasketChange) => void,
  options?: CallOptions,
) {
  const owner = () => ({ id: now.current.basket.id, userId: now.current.basket.userId })
  if (now.current.isChangedElsewhere) return undefined
  if (!isUnsaved(now.current, known.current)) {
    if (now.current.saving === 'typed' || now.current.saving === 'failed') dispatch({ kind: 'all-saved' })
    return now.current.basket
  }
  dispatch({ kind: 'saving' })
  let isRefused = false
  try {
    for (const [id, change] of linesToSave(now.current, known.current)) {
      const line = basketLinesOf(now.current).find((line) => line.id === id)
      const { version } = now.current.basket
      try {
        const saving = line
          ? basketCalls.update(owner(), id, itemOf(line), version, options)
          : basketCalls.remove(owner(), id, version, options)
        const isMade = (basket: Basket) =>
          isSameItem(
            basketLinesOf({ basket, changes: {} }).find((line) => line.id === id),
            line,
          )
        const basket = await saving.catch(recoverLostResponse(version, isMade))
        dispatch({ kind: 'saved', basket, line: { id, change } })
      } catch (error) {
        // An error of one line doesn't prevent saving the others.
        if (!(error instanceof ApiError) || error.isRetryable || isConflict(error) || isBeingPaid(error)) throw error
        isRefused = true
        dispatch({ kind: 'failed', errors: errorsOf(error, id) })
      }
    }
    const edit = editOf(now.current, known.current)
    if (edit) {
      const { version } = now.current.basket
      const isMade = (basket: Basket) => editOf({ ...now.current, basket }, known.current) === undefined
      dispatch({
        kind: 'saved',
        basket: await basketCalls
          .edit(owner(), { ...edit, version }, options)
          .catch(recoverLostResponse(version, isMade)),
      })
    }
    if (isRefused) return undefined
    dispatch({ kind: 'all-saved' })
    return now.current.basket
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isConflict(error)) dispatch({ kind: 'elsewhere' })
    else if (isBeingPaid(error))
      dispatch({
        kind: 'not-applied',
        basket: error.body.basket as Basket,
        basketData: known.current,
        message: error.message,
      })
    else dispatch({ kind: 'failed', errors: errorsOf(error, '') })
    return undefined
  }
}

/** Returns whether two versions of a line are equal; undefined for a removed line. */
const isSameItem = (one: BasketLine | undefined, other: BasketLine | undefined): boolean =>
  one && other ? JSON.stringify(itemOf(one)) === JSON.stringify(itemOf(other)) : one === other

/** Returns whether the basket has changed, moved to an account, or was closed elsewhere. */
export const isConflict = ({ code }: Pick<ApiError, 'code'>): boolean =>
  ['basket-changed', 'basket-not-active', 'not-found'].includes(code)

/**
 * Returns whether the change was refused because a payment is in progress; the response contains the current basket.
 */
export const isBeingPaid = ({ code }: Pick<ApiError, 'code'>): boolean => code === 'basket-being-paid'

/** Returns the texts of a refused change by control id. `line`: empty for the whole basket. */
export function errorsOf(
  refused: Pick<ApiError, 'fields' | 'message' | 'isRetryable'>,
  line: string,
): Record<string, string> {
  const fields = Object.entries(refused.fields).map(([path, text]) => [controlOf(path, line), text] as const)
  if (fields.length > 0) return Object.fromEntries(fields)
  // A temporary error is shown once, with a way to try again.
  return refused.isRetryable ? {} : { [line ? `line-${line}` : 'basket']: refused.message }
}

const controlsOfBasket: Readonly<Record<string, string>> = {
  'anonymous.name': 'customName',
  'anonymous.location': 'location',
}

function controlOf(path: string, line: string): string {
  const [, field, part] = path.split('.')
  if (!line)
    return (
      controlsOfBasket[path] ?? (path.startsWith('tipAmount') || path.startsWith('basketTip') ? 'tipChoice' : 'basket')
    )
  if (field === 'taxAddress') return `taxAddress_${line}-${fieldOfWire(part) ?? 'line1'}`
  return field === 'amount' || field === 'quantity' ? `${field}-${line}` : `line-${line}`
}
