/** An email address: on a short line it breaks after its @, not within a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
