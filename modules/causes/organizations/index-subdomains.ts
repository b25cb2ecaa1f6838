export {
  findPresentSubdomain,
  formerSubdomains,
  isSubdomainOfCharity,
  lockSubdomain,
  replaceSubdomain,
} from './queries/subdomains.ts'
