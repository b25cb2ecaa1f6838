import { useState } from 'react'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import type { Fault } from '#shared/problem.ts'
import { useFaultText, useFrame, useText } from '#web/lib/text.tsx'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import type { BasketPrice } from './price/basket-price.ts'
import { addressFaultsOf, type BasketProblem } from './basket-problems.ts'
import { type BasketData, isMissingAddress } from './line/basket-line.ts'
import type { PostedBasket } from './posted-basket.ts'
import { hasDeletedAmount, isOfLine, basketLinesOf, type BasketState } from './state/basket-state.ts'
import { tipChoiceOf, tippedOf, tipOfState } from './state/basket-tip.ts'

type Donor = { readonly email: string; readonly name: string }

type Options = {
  readonly state: BasketState
  readonly basketData: BasketData
  readonly price: BasketPrice
  readonly donor: Donor
  readonly isTipConfirmed: boolean
  readonly posted: PostedBasket | undefined
}

/** Collects the errors that prevent paying, for the controls and the summary. */
export function useBasketProblems({ state, basketData, price, donor, isTipConfirmed, posted }: Options) {
  const t = useText()
  const frame = useFrame()
  const faultText = useFaultText()
  const { ofFaults } = useSummary()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [summary, setSummary] = useState<readonly BasketProblem[]>(() =>
    Object.entries(posted?.state.errors ?? {}).map(([id, text]) => withDonationName(id, text)),
  )
  /** Lines changed since submitting, whose server errors are outdated. */
  const [changedLines, setChangedLines] = useState<readonly string[]>([])

  const donorFaults = frame?.viewer.isSignedIn ? {} : requireDonor(donor)
  const isTipMissing = tippedOf(state, basketData).amount > 0n && tipChoiceOf(state) === '' && !state.tip.isChosen
  const faults = textsOf(isTipMissing ? { ...donorFaults, tipChoice: { code: 'tip-choice-missing' } } : donorFaults)
  const emptied = textsOf(
    Object.fromEntries(
      basketLinesOf(state).flatMap((line) =>
        hasDeletedAmount(state, line) ? [[`amount-${line.id}`, { code: 'amount-missing' }]] : [],
      ),
    ),
  )
  const withoutAddress = price.paid.filter(({ line }) => isMissingAddress(line, basketData)).map(({ line }) => line)
  const addressTexts = isSubmitted
    ? textsOf(Object.assign({}, ...withoutAddress.map((line) => addressFaultsOf(line, basketData.country))))
    : {}

  function textsOf(found: Readonly<Record<string, Fault>>): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(Object.entries(found).map(([id, fault]) => [id, faultText(fault)]))
  }

  function errorOf(id: string): string | undefined {
    const isShown = isSubmitted || (touched.has(id) && donor[id as keyof Donor] !== '')
    return (
      emptied[id] ?? addressTexts[id] ?? state.errors[id] ?? summaryTextOf(id) ?? (isShown ? faults[id] : undefined)
    )
  }

  function summaryTextOf(id: string): string | undefined {
    if (changedLines.some((line) => isOfLine(id, line))) return undefined
    const problem = summary.find((candidate) => candidate.id === id)
    return problem?.ownText ?? problem?.text
  }

  function withDonationName(id: string, text: string): BasketProblem {
    const line = basketLinesOf(state).find((candidate) => isOfLine(id, candidate.id))
    const name = line && (line.campaign?.name ?? t('basket-page.no-name'))
    return name
      ? { id, text: t('basket-page.of-gift', { name: `\u2068${name}\u2069`, problem: text }), ownText: text }
      : { id, text }
  }

  /** `provided`: fields that a wallet's sheet provides. */
  function findProblems(provided: readonly string[]): BasketProblem[] {
    const missingAmounts = price.emptied.map(({ id }) => [`amount-${id}`, emptied[`amount-${id}`]] as const)
    const missingFaults = Object.entries(faults).filter(([id]) => !provided.includes(id))
    // A failed save that concerns no field doesn't block: submitting saves again and shows an error if that fails.
    const { basket: _, ...errors } = state.errors
    const basketProblems = [...missingAmounts, ...missingFaults, ...Object.entries(errors)].flatMap(([id, text]) =>
      text ? [withDonationName(id, text)] : [],
    )
    if (price.paid.length + price.emptied.length === 0)
      basketProblems.push({ id: 'gifts-none', text: t('basket-page.none-match') })
    for (const line of withoutAddress) {
      const addressFaults = addressFaultsOf(line, basketData.country)
      for (const { id, text } of ofFaults(addressFaults))
        basketProblems.push({ ...withDonationName(id, text), ownText: faultText(addressFaults[id]) ?? text })
    }
    if (tipOfState(state, basketData).amount > tippedOf(state, basketData).amount && !isTipConfirmed)
      basketProblems.push({ id: 'tip-large', text: t('give.tip-large') })
    if (state.isChangedElsewhere) basketProblems.push({ id: 'elsewhere', text: t('basket-page.elsewhere') })
    return basketProblems
  }

  return {
    summary,
    setSummary,
    errorOf,
    withDonationName,
    /** Shows all errors from now on. Returns whether there are none. `provided`: fields that a wallet's sheet provides. */
    submit(provided: readonly string[] = []): boolean {
      const basketProblems = findProblems(provided)
      setSubmitted(true)
      setSummary(basketProblems)
      setChangedLines([])
      return basketProblems.length === 0
    },
    /** Removes errors from the summary, by control id. */
    dismiss: (ids: readonly string[]) => setSummary(summary.filter(({ id }) => !ids.includes(id))),
    onBlur: (id: string) => setTouched(new Set([...touched, id])),
    onLineChange: (id: string) => setChangedLines([...changedLines.filter((line) => line !== id), id]),
  }
}
