package dev.tenure;

/**
 * Numbers of one type in native memory, arranged in up to eight dimensions.
 *
 * <p>A tensor belongs to the scope that is current when it is made; else to the scope of the first operand it is made
 * from; else to nobody, and is its creator's to close:
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor a = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
 *     Tensor b = a.mul(2).add(1);   // every operation makes a new tensor, s owns each
 *     Tensor c = b.slice(1, 0, 2);  // a view: the same memory
 *     c.fill(0);                    // so b has changed too
 *     b.close();                    // early; c goes on: the memory stays until the last view is closed
 *     System.out.println(c);
 * }
 *
 * try (Tensor t = Tensor.zeros(3)) { // no scope is open: closed here
 *     t.addInPlace(1);
 * }
 * }</pre>
 *
 * <p>Use after closing is a {@link ClosedException}, never a crash. Tensors may be used by many threads at once; what a
 * reader sees while another thread changes the elements is not defined, but harmless.
 *
 * <p>Operations follow PyTorch's names and NumPy's broadcasting. Between two element types the result has the one
 * further
 * on in: bool, uint8, int32, int64, float32, float64. A {@code double} operand keeps the tensor's type, but that a
 * fraction makes float32 of integers.
 */
public sealed class Tensor extends TensorReduce permits Parameter {
    Tensor(long handle, Scope owner) {
        super(handle, owner);
    }

    /**
     * Another reference to the same elements, owned and closed on its own.
     *
     * @return a new tensor on the same memory
     */
    public Tensor alias() {
        return Call.unary(Native::alias, this);
    }

    /**
     * A copy in the memory of what {@code scope} owns, owned by it; where this lies there already, another reference
     * to the same elements. A {@link Workspace} stands for its current cycle.
     *
     * @param scope where to; a workspace that is not entered owns the copy, whose memory is then the pool's
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ScopeException under {@link SpillPolicy#FAIL} if its block has no room for it, or it is another thread's
     * @throws ClosedException if this or {@code scope} is closed
     */
    public Tensor leverageTo(Scope scope) {
        Scope owner = scope instanceof Workspace workspace ? workspace.inside() : scope;
        return Call.made(owner, number -> Native.leverage(number, handle), this);
    }

    /**
     * A copy in the memory of this thread's workspace of that name, as {@link #leverageTo(Scope)} makes it.
     *
     * @param id the name that {@link Workspace#get(String)} knows it by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such workspace
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor leverageTo(String id) {
        Workspace workspace = Workspace.find(id);
        if (workspace == null) {
            throw new InvalidArgumentException(
                    Status.INVALID_ARGUMENT.code(), "this thread has no workspace '" + id + "' to leverage to");
        }
        return leverageTo(workspace);
    }

    /**
     * A copy in the memory of this thread's workspace of that name; when there is none, or it is not entered, one
     * that nobody owns, in no workspace's memory.
     *
     * @param id the name that {@link Workspace#get(String)} knows it by
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor leverageOrDetach(String id) {
        Workspace workspace = Workspace.find(id);
        Scope owner = workspace != null && workspace.isEntered() ? workspace.inside() : null;
        return Call.made(owner, scope -> Native.leverage(scope, handle), this);
    }

    /**
     * A copy in the memory of what the current scope owns, owned by it; without a current scope it is nobody's, in no
     * workspace's memory. Where this lies there already, another reference to the same elements.
     *
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor migrate() {
        return Call.made(Current.scope(), scope -> Native.leverage(scope, handle), this);
    }

    /**
     * The workspace whose memory this lies in.
     *
     * @return null if it lies in none
     * @throws ClosedException if this is closed
     */
    public Workspace workspace() {
        long[] found = new long[2];
        Native.tensorWorkspace(handle, found);
        Workspace workspace = null;
        for (Scope above = scope(); found[0] != 0 && above != null && workspace == null; above = above.scope()) {
            workspace = above instanceof Workspace of && of.handle() == found[0] ? of : null;
        }
        Use.done(this);
        return workspace;
    }

    @Override
    public Tensor name(String name) {
        super.name(name);
        return this;
    }

    /**
     * Moves this to {@code scope}, from wherever it is. The same as {@link #moveTo(Scope)} and
     * {@link Scope#attach(NativeResource)}.
     *
     * @param scope its owner from now on
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    public Tensor attach(Scope scope) {
        return moveTo(scope);
    }

    /**
     * Lends this to {@code scope}: when that closes it goes back to where it was. The same as
     * {@link Scope#tempAttach(NativeResource)}.
     *
     * @param scope its owner for a while
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    public Tensor tempAttach(Scope scope) {
        Moves.lend(this, scope);
        return this;
    }

    @Override
    public Tensor moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Tensor moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    public Tensor detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** Prints the elements as NumPy does; {@code Tensor(closed)} when there are none any more. */
    @Override
    public String toString() {
        try {
            return Use.value(Native.string(handle), this);
        } catch (ClosedException e) {
            return "Tensor(closed)";
        }
    }

    @Override
    void dispose() {
        Native.tensorDispose(handle);
    }
}
