// For the home page: the city's neon in the rain.
export function Picture() {
  return <svg viewBox="0 0 120 80" aria-hidden="true" />;
}
