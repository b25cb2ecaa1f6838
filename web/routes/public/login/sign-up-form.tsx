/**
 * The sign-up page posts its form here, because a POST to its own path is the API's endpoint, which accepts JSON only.
 */
export { action, default, loader } from './sign-up.tsx'
