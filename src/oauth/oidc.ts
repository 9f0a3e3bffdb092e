// oidc-provider warns about every runtime whose release name it does not know, on the console and at each start. Ours is
// pinned and tested, so it is loaded with the console held still.
const { warn } = console
console.warn = () => {}
export const { errors, interactionPolicy, Provider } = await import('oidc-provider')
console.warn = warn
