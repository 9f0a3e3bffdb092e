// oidc-provider prints a warning on import for every runtime whose release name it does not know. Our Node version is
// tested, so the warning is suppressed.
const { warn } = console
console.warn = () => {}
export const { errors, interactionPolicy, Provider } = await import('oidc-provider')
console.warn = warn
