/** Where the sign-up page posts its form: a POST to the page's own path is the API's call, which takes JSON only. */
export { action, default, loader } from './sign-up.tsx'
