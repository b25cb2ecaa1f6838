import { toSummaryFault, summarySentences } from '#modules/platform/addresses/rules/form.ts'
import type { Fault } from '#shared/problem.ts'
import { useFaultText } from '#web/lib/text.tsx'
import type { FormError } from '#web/ui/error-summary.tsx'

/** Removes errors with equal texts; the first one's field stays linked. */
const once = (wrong: readonly FormError[]): FormError[] =>
  wrong.filter(({ text }, index) => wrong.findIndex((problem) => problem.text === text) === index)

/**
 * Returns functions for the error summary of a form with a tax address. The summary has a text per form ("Please enter
 * a city.", S1 §5 "Tax address form"), the field its own ("Enter a city to continue.").
 */
export function useSummary(): {
  /** Converts validation errors, by control id. */
  readonly ofFaults: (faults: Readonly<Record<string, Fault>>) => FormError[]
  /** Converts errors from the server, in the visitor's language. */
  readonly ofTexts: (wrong: readonly FormError[]) => FormError[]
} {
  const faultText = useFaultText()
  return {
    ofFaults: (faults) =>
      once(Object.entries(faults).map(([id, fault]) => ({ id, text: faultText(toSummaryFault(fault)) ?? '' }))),
    ofTexts: (wrong) =>
      once(
        wrong.map(({ id, text }) => {
          const sentence = Object.entries(summarySentences).find(([code]) => faultText({ code }) === text)?.[1]
          return { id, text: (sentence && faultText({ code: sentence })) || text }
        }),
      ),
  }
}
