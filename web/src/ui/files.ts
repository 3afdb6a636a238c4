// Files to and from the person.
export function saveFile(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Whether the device has a way of its own to share. */
export const canShare = (): boolean =>
  "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** Shares a link as the device does it, or copies it; what was done. */
export async function shareLink(link: string): Promise<"shared" | "copied" | "failed"> {
  try {
    if (canShare()) {
      await navigator.share({ url: link });
      return "shared";
    }
    await navigator.clipboard.writeText(link);
    return "copied";
  } catch {
    return "failed";
  }
}
