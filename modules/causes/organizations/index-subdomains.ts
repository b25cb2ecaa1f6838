export { findPresentSubdomain, formerSubdomains, lockSubdomain, replaceSubdomain } from './queries/subdomains.ts'
