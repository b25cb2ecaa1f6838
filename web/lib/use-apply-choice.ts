import type { ChangeEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * Submits a filter form (GET to the same page) when a choice changes, keeping the focus. Without JavaScript its button
 * submits it.
 */
export function useApplyChoice(): (event: ChangeEvent<HTMLFormElement>) => void {
  // `useSubmit` would add 2.5 kB of the router to every page.
  const navigate = useNavigate()
  return ({ currentTarget }) => {
    const entries = [...new FormData(currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    void navigate({ search: new URLSearchParams(entries).toString() }, { replace: true, preventScrollReset: true })
  }
}
