import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectPreHydrationInput, replayPreHydrationInput } from './lib/pre-hydration-input.ts'
import { clearAfterLogout } from './lib/storage.ts'

/**
 * Replays early input after the effects of all components, so that the visitor's input wins over stored preferences.
 */
function Page() {
  useEffect(replayPreHydrationInput, [])
  return <HydratedRouter />
}

// A page restored from the back/forward cache is stale after a payment, a basket change or a logout.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
// Every page is loaded as a document, so popstate only means a link within the page. The router would treat it as a
// navigation and drop the form's errors and input when a donor follows an error to its field.
addEventListener('popstate', (event) => event.stopImmediatePropagation())
clearAfterLogout()
collectPreHydrationInput()
startTransition(() => {
  hydrateRoot(document, <Page />)
})
