import type { ChangeEvent } from 'react'
import { useSubmit } from 'react-router'

/**
 * Sends the form of a filter when one of its choices changes; the focus stays where it is. Without JavaScript the form's
 * own button sends it.
 */
export function useApplyChoice(): (event: ChangeEvent<HTMLFormElement>) => void {
  const submit = useSubmit()
  return (event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })
}
