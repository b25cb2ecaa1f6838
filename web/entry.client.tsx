import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectPreHydrationInput, replayPreHydrationInput } from './lib/pre-hydration-input.ts'
import { clearAfterLogout } from './lib/storage.ts'

/** After the effects of its parts, so that what a visitor chose wins over what a page remembers. */
function Page() {
  useEffect(replayPreHydrationInput, [])
  return <HydratedRouter />
}

// A page that was put aside whole, and is shown again after Back, knows nothing of what came since: a payment, a
// basket, a log-out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
// Pages are left by loading others: what moves within one is a link to a part of it. The router would take that for an
// answer of its own, and forget what was refused and typed as soon as somebody follows an error to its field.
addEventListener('popstate', (event) => event.stopImmediatePropagation())
clearAfterLogout()
collectPreHydrationInput()
startTransition(() => {
  hydrateRoot(document, <Page />)
})
